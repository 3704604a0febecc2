import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { runScripts, type Scripts } from "../tools/run-scripts.ts";

/**
 * `npm run bench [-- <name>…]`: runs all benchmarks, or the named ones, one after the other, because they measure time. Each
 * writes its own results. Then `report`, which can also be named alone, generates bench/RESULTS.md from them.
 */
const report = { script: "results/main.ts", about: "bench/RESULTS.md" };
const benchmarks: Scripts = {
  adoption: { script: "adoption/run.ts", about: "a whole account of 500 objects, adopted and imported" },
  bulk: { script: "bulk/run.ts", about: "first updates with and without checkpoints" },
  cluster: { script: "cluster/side-by-side.ts", about: "requests while 1, 10 and 50 clusters are created" },
  emulator: { script: "emulator/run.ts", about: "requests a second beside Prism, and memory" },
  growth: { script: "growth/run.ts", about: "10,000 rules in one set and 10,000 templates in twenty stacks" },
  "late-modules": { script: "late-modules/run.ts", about: "commands of a small stack with late modules and without" },
  memory: { script: "memory/run.ts", about: "memory of the provider's process by resources and over operations" },
  native: { script: "native/run.ts", about: "start of the native provider and import of the package" },
  "other-tool": {
    script: "other-tool/run.ts",
    about: "another tool beside rule templates and a rule set",
  },
  policies: { script: "policies/run.ts", about: "a preview with the policy pack beside an empty pack" },
  preview: {
    script: "preview/run.ts",
    about: "previews beside those of the last version that did not ask the platform",
  },
  profile: { script: "profile/run.ts", about: "processor time by process and by whose code it is" },
  review: { script: "review/run.ts", about: "a review beside a plain preview" },
  scale: { script: "scale/run.ts", about: "twenty runners on one key with a rate limit" },
  "rule-templates": {
    script: "rule-templates/run.ts",
    about: "rule templates by both providers beside no-op resources",
  },
  small: { script: "small/run.ts", about: "five resources by both providers beside five no-op resources" },
  state: { script: "state/run.ts", about: "first updates and the size of the state, plain and compressed" },
  start: { script: "start/run.ts", about: "npm start in a warm checkout beside a bare pulumi up" },
  "unit-tests": { script: "unit-tests/run.ts", about: "a unit test with the testing kit beside Pulumi's mocks" },
  report,
};

console.log(`${availableParallelism()} processors. Other work on the machine changes the figures.`);
// The page is generated from all results, whichever benchmarks ran.
process.exitCode = runScripts("benchmark", benchmarks, fileURLToPath(new URL(".", import.meta.url)), "report");
