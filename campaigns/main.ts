import { fileURLToPath } from "node:url";
import { runScripts, type Scripts } from "../tools/run-scripts.ts";

/**
 * `npm run campaign [-- <name>…]` runs all campaigns, or the named ones. All of them take hours; the test suite runs a short
 * seeded part of each. A campaign fails if one of its runs ends with an error, and prints that run's seed.
 */
const campaigns: Scripts = {
  "app-template": {
    script: "reservation/campaign.ts",
    args: ["--subject", "app-template"],
    about: "creations of app templates under faults and kills",
  },
  attempts: {
    script: "attempts/run.ts",
    about: "creations that a hook repeats a hundred times, under every fault",
  },
  bulk: { script: "bulk/campaign.ts", about: "first updates without checkpoints that are killed" },
  cluster: { script: "cluster/campaign.ts", about: "creations of clusters under faults and kills, in process" },
  "cluster-cli": { script: "cluster/cli-campaign.ts", about: "the same with the real CLI" },
  behaviors: { script: "behaviors/run.ts", about: "every resource under each behavior of a platform and in pairs" },
  lifecycles: { script: "lifecycles/run.ts", about: "renames, kills, replacements and removals in two stacks" },
  "many-stacks": {
    script: "many-stacks/run.ts",
    about: "a hundred stacks that are reviewed, applied and resumed at once",
  },
  model: { script: "model/run.ts", about: "every order of events in a small model of whose an object is, with TLC" },
  mutants: { script: "mutants/run.ts", about: "small changes of the sources that a test must notice" },
  reservation: { script: "reservation/campaign.ts", about: "purchases under faults and kills" },
  "rule-set": {
    script: "bulk/campaign.ts",
    args: ["--set"],
    about: "creations and changes of a rule set that are killed",
  },
  schemathesis: {
    script: "schemathesis/run.ts",
    about: "requests that schemathesis makes up, to every route of the emulator",
  },
  simulation: { script: "simulation/run.ts", about: "lives of stacks in a simulated world, thousands a minute" },
  "simulation-compared": {
    script: "simulation/compare/run.ts",
    about: "random lives in the simulation and with the real CLI, which must end alike",
  },
  "two-machines": { script: "two-machines/run.ts", about: "one machine is killed, another carries on" },
  "two-stacks": { script: "two-stacks/run.ts", about: "two stacks request the same object at once" },
  versions: {
    script: "versions/run.ts",
    about: "releases of the CLI and the SDK, the lowest to the newest, every resource",
  },
};

process.exitCode = runScripts("campaign", campaigns, fileURLToPath(new URL(".", import.meta.url)));
