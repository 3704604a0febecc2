import type { PackConfig, PresetName } from "../config/index.ts";
import { presetNames, relaxations } from "../config/index.ts";
import { CheckError } from "./error.ts";
import { readEvents } from "./events.ts";
import { decideByOperations } from "./operations.ts";
import { ownPack } from "./options.ts";
import { packArguments } from "./pack-arguments.ts";
import type { Finding, Report } from "./report.ts";

/** The part of the policies in `cloudplatform review`: arguments of its preview, and findings from its events. */
export const forReview = {
  async prepare(options: {
    config: readonly string[];
    preset?: string;
    packs?: readonly string[];
    stack: string;
    scratch: string;
  }) {
    const { args, own } = await packArguments(
      { pack: [...(options.packs ?? [ownPack])], config: [...options.config], preset: presetOf(options.preset) },
      options.stack,
      options.scratch,
    );
    const relaxed = own === undefined ? [] : relaxations(own.preset, own.given);
    return { args, evaluate: (log: string) => ({ ...resultOf(log, own?.merged), relaxed }) };
  },
};

function presetOf(name: string | undefined): PresetName | undefined {
  const preset = presetNames.find((one) => one === name);
  if (name !== undefined && preset === undefined)
    throw new CheckError(`--preset must be one of ${presetNames.join(", ")}; it is ${JSON.stringify(name)}.`);
  return preset;
}

const kinds = { violation: "violation", "not-evaluated": "not-evaluated", waived: "waived" } as const;

function resultOf(log: string, config: PackConfig | undefined) {
  const report: Report = {
    ...{ packs: {}, source: "", changes: {}, findings: [], errors: [], notes: [], relaxed: [] },
    notEvaluated: {},
  };
  readEvents(log, report);
  if (config !== undefined) decideByOperations(report, log, config);
  const findings = report.findings.flatMap((finding) => {
    const kind = kinds[finding.kind as keyof typeof kinds];
    return kind === undefined ? [] : [{ ...detailsOf(finding), kind }];
  });
  const waivers = report.findings.filter((one) => one.kind === "waivers").map((one) => one.message);
  return { packs: withoutFolders(report.packs), findings, waivers, errors: report.errors };
}

function detailsOf({ level, severity, pack, rule, urn, resource, message, remediation }: Finding) {
  return { level, severity, pack, rule, urn, resource, message, ...(remediation !== undefined && { remediation }) };
}

/** Versions of packs. The engine names a local one by its folder, which differs from machine to machine. */
function withoutFolders(packs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(packs).map(([name, version]) => [name.split("|")[0] ?? name, version]));
}
