import { existsSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest test files, slowest first, as a whole run reports them. They start first, so that no worker waits for a slow file
 * at the end of a run. A fresh checkout has no recorded times to sort by: the other files are sorted by size, so a slow file that
 * only imports its tests would start last unless it is listed here.
 */
const longest = [
  "e2e/package.process",
  "e2e/installed-features.process",
  "emulator/schemathesis.process",
  "e2e/review-gitops.process",
  "e2e/example-readmes.process",
  "e2e/ownership-concurrent.process",
  "advice/projects.process",
  "compatibility/commands.process",
  "e2e/review-all-stacks-failures.process",
  "e2e/write-only-all.process",
  "engine/hundred-attempts-all.process",
  "evidence/transit-pairs-all.process",
  "compatibility/engine-native.process",
  "e2e/quickstart.process",
  "e2e/review-many-stacks.process",
  "e2e/secrets-planted-alone.process",
  "docs/site.browser",
  "testing/runners.process",
  "templates/typescript.process",
  "compatibility/engine.process",
  "campaigns/lifecycles.process",
  "compatibility/options.process",
  "campaigns/simulation-compared.process",
  "native/official-hosts.process",
  "evidence/foreign-each-all.process",
  "behaviors/pairs.process",
  "e2e/secrets-settings-commands.process",
  "e2e/cluster-interrupted.process",
  "e2e/cancelled.process",
  "campaigns/model.process",
  "docs/examples.process",
  "compatibility/automation.process",
  "e2e/reservation-interrupted.process",
  "campaigns/two-machines.process",
  "e2e/adopt-handover.process",
  "e2e/review-apply-interrupted.process",
  "emulator/console/views.browser",
  "native/install.process",
  "emulator/console/access.browser",
  "campaigns/simulation.process",
  "generate/types.process",
  "e2e/policy-check-baseline.process",
  "cli/inventory-large.process",
  "tools/late-policy-pack.process",
  "e2e/refresh-lagging.process",
  "cli/conformance-all.process",
  "rule-set/rule-set-all.process",
  "rule-set/options.process",
  "contract/sensitivity.process",
  "tools/late-modules.process",
  "native/converted.process",
  "docs/shell-blocks.process",
  "cli/inventory-repair.process",
  "e2e/adopt-account.process",
  "tools/language-host.process",
  "e2e/renamed-stack.process",
  "native/components.process",
  "e2e/review-state-rollback.process",
  "emulator/crash.process",
  "campaigns/two-stacks.process",
  "e2e/skipped-checkpoints.process",
  "behaviors/native-all.process",
  "campaigns/simulation-lives.process",
  "e2e/renames-all.process",
  "e2e/adopt-from-all.process",
  "cli/reports.browser",
  "generate/native-schema.process",
  "generate/editor.process",
  "evidence/lost-all.process",
  "kept-node/kept-node.process",
  "e2e/policies-all.process",
  "rule-set/rule-set",
  "e2e/review-all-stacks",
  "e2e/ownership",
  "e2e/secrets-planted",
  "e2e/policies",
  "campaigns/simulation",
  "e2e/review-apply",
  "e2e/policy-check",
  "e2e/review-state",
  "e2e/write-only",
  "e2e/cluster",
  "e2e/rule-template",
  "e2e/reservation",
  "cli/inventory-delete",
  "engine/secrets",
  "e2e/stops-at-preview",
  "rule-set/commands",
  "e2e/secrets-key",
  "engine/cancelled",
  "review/gitops",
  "native/cli",
  "e2e/secrets-settings",
  "cli/inventory",
  "behaviors/lifecycle",
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
