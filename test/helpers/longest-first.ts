import { existsSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take longest, in their order, as a whole run reports them. They begin first, so that at the end of a
 * run no worker waits for a long file that began last. A fresh checkout has no times of earlier runs to sort by.
 */
const longest = [
  "e2e/ownership",
  "e2e/package",
  "e2e/cluster-interrupted",
  "e2e/example-readmes",
  "compatibility/commands",
  "e2e/reservation-interrupted",
  "e2e/secrets-planted",
  "e2e/secrets-settings",
  "e2e/policy-check",
  "compatibility/options",
  "e2e/review-apply",
  "e2e/secrets-key",
  "e2e/rule-template",
  "e2e/reservation",
  "e2e/policies",
  "e2e/cluster",
  "e2e/bad-input",
  "emulator/schemathesis",
  "campaigns/lifecycles",
  "compatibility/automation",
  "campaigns/two-machines",
  "campaigns/two-stacks",
  "e2e/app-template",
  "e2e/review-gitops",
  "e2e/adoption",
  "e2e/quickstart",
  "habits/lifecycle",
  "e2e/explicit-provider",
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
