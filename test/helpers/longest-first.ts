import { existsSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take longest, in their order, as a whole run reports them. They begin first, so that at the end of a
 * run no worker waits for a long file that began last. A fresh checkout has no times of earlier runs to sort by.
 */
const longest = [
  "e2e/package.process",
  "e2e/secrets-planted-alone.process",
  "emulator/schemathesis.process",
  "e2e/ownership",
  "e2e/ownership-concurrent.process",
  "compatibility/commands.process",
  "e2e/cluster-interrupted.process",
  "e2e/policy-check",
  "e2e/reservation-interrupted.process",
  "rule-set/rule-set",
  "e2e/secrets-settings",
  "e2e/rule-template",
  "compatibility/options.process",
  "e2e/secrets-key",
  "e2e/example-readmes.process",
  "e2e/policies",
  "e2e/cluster",
  "e2e/reservation",
  "habits/lifecycle",
  "e2e/bad-input",
  "e2e/review-apply",
  "e2e/quickstart.process",
  "campaigns/lifecycles.process",
  "compatibility/automation.process",
  "e2e/skipped-checkpoints",
  "templates/typescript.process",
  "e2e/app-template",
  "e2e/review-gitops.process",
  "emulator/console/access.browser",
  "e2e/adoption",
  "campaigns/two-machines.process",
  "e2e/resource-options",
  "e2e/secrets",
  "e2e/explicit-provider",
  "e2e/habits",
].map((name) => `test/${name}.test.ts`);

const gone = longest.filter((file) => !existsSync(file));
if (gone.length > 0) throw new Error(`test/helpers/longest-first.ts names files that do not exist: ${gone.join(", ")}`);

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = longest.indexOf(relative(project.config.root, moduleId).replaceAll("\\", "/"));
      return place === -1 ? longest.length : place;
    };
    return order.toSorted((one, other) => rank(one) - rank(other));
  }
}
