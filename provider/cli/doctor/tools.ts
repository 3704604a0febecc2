import { reasonOf } from "../../engine/backend/cli.ts";
import manifest from "../../package.json" with { type: "json" };
import { compareVersions, parseVersion } from "../../values/index.ts";
import { type Finding, ok, problem } from "./finding.ts";
import type { Pulumi } from "./pulumi.ts";

/** The Node.js that runs this command. Programs of a stack run on the first Node.js on PATH. */
export function nodeFinding(running = process.versions.node, needed: string = manifest.engines.node): Finding {
  const minimum = needed.replace(/^\D+/, "");
  const [ours, oldest] = [running, minimum].map((text) => parseVersion(text, { suffix: true }));
  if (ours !== undefined && oldest !== undefined && compareVersions(ours, oldest) >= 0)
    return ok("Node.js", `${running} (${minimum} or later is required)`);
  return problem("Node.js", `${running}, but ${minimum} or later is required`, `Install Node.js ${minimum} or later.`);
}

export async function cliFinding(pulumi: Pulumi): Promise<Finding> {
  const ran = await pulumi("version");
  if (ran.code === 0) return ok("Pulumi CLI", ran.stdout.trim());
  if (ran.code === undefined)
    return problem("Pulumi CLI", "not found on PATH", "Install it (https://www.pulumi.com/docs/install/).");
  return problem("Pulumi CLI", `failed: ${reasonOf(ran)}`, "Run `pulumi version` and follow what it says.");
}
