import { ensurePulumi } from "../../tools/pulumi.mjs";
import { runSequence } from "../lifecycles/sequence.ts";
import { compare } from "../simulation/compare/compare.ts";
import { runHandover } from "../two-machines/handover.ts";
import { endHosts } from "./hosts.ts";

/** A process that runs the seeds it receives, one after the other. */
const campaigns = { lifecycles: runSequence, compare, "two-machines": runHandover };

const [name, args] = process.argv.slice(2);
const campaign = campaigns[name as keyof typeof campaigns];
const cli = await ensurePulumi({ log: () => undefined });

process.on("message", async (seed: number) => {
  process.send?.(await campaign(cli, seed, JSON.parse(args ?? "{}")).catch((error) => failure(seed, error)));
});
process.on("disconnect", () => {
  endHosts();
  process.exit(0);
});
process.send?.("ready");

/** A run that the campaign itself could not carry out. It never counts as a success. */
function failure(seed: number, error: unknown) {
  const text = error instanceof Error ? `${error.stack}` : String(error);
  const none = { steps: [], commands: 0, operations: {}, killed: 0, refusals: 0, warnedOnly: 0, untold: 0 };
  return { seed, wrong: [`CAMPAIGN FAILED: ${text}`], ...none, kinds: [], ended: "", fault: "", carriedOn: "" };
}
