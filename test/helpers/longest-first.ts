import { existsSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take longest, in their order, as a whole run reports them. They begin first, so that at the end of a
 * run no worker waits for a long file that began last. A fresh checkout has no times of earlier runs to sort by: the others begin by
 * their size, so a file that only imports its tests comes last where it is not named here.
 */
const longest = [
  "e2e/package.process",
  "e2e/installed-features.process",
  "emulator/schemathesis.process",
  "e2e/example-readmes.process",
  "e2e/review-gitops.process",
  "e2e/cluster-interrupted.process",
  "e2e/ownership-concurrent.process",
  "campaigns/two-machines.process",
  "evidence/transit-pairs-all.process",
  "e2e/secrets-planted-alone.process",
  "campaigns/simulation.process",
  "campaigns/model.process",
  "campaigns/simulation-compared.process",
  "docs/shell-blocks.process",
  "compatibility/commands.process",
  "e2e/write-only-all.process",
  "e2e/review-many-stacks.process",
  "e2e/review-all-stacks-failures.process",
  "e2e/reservation-interrupted.process",
  "compatibility/options.process",
  "cli/inventory-large.process",
  "evidence/foreign-each-all.process",
  "campaigns/two-stacks.process",
  "rule-set/options.process",
  "e2e/quickstart.process",
  "campaigns/lifecycles.process",
  "evidence/lost-all.process",
  "compatibility/automation.process",
  "templates/typescript.process",
  "emulator/console/access.browser",
  "e2e/secrets-settings-commands.process",
  "e2e/review-apply-interrupted.process",
  "campaigns/simulation-lives.process",
  "rule-set/rule-set-all.process",
  "e2e/policy-check-baseline.process",
  "engine/cancelled-all.process",
  "engine/changed-by-others-all.process",
  "e2e/adopt-from-all.process",
  "e2e/review-state-rollback.process",
  "e2e/skipped-checkpoints.process",
  "kept-node/kept-node.process",
  "e2e/review-all-stacks",
  "e2e/ownership",
  "e2e/secrets-planted",
  "rule-set/rule-set",
  "e2e/review-apply",
  "e2e/policy-check",
  "e2e/write-only",
  "e2e/secrets-settings",
  "e2e/review-state",
  "e2e/policies",
  "e2e/cluster",
  "campaigns/simulation",
  "rule-set/commands",
  "e2e/secrets-key",
  "e2e/rule-template",
  "e2e/stops-at-preview",
  "e2e/reservation",
  "cli/inventory",
  "e2e/bad-input",
  "e2e/adoption",
  "e2e/app-template",
  "e2e/resource-options",
  "evidence/lost",
  "engine/changed-by-others",
  "evidence/transit",
  "engine/cancelled",
  "habits/lifecycle",
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
