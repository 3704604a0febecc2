import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PresetName, presetNames, relaxations } from "../config/index.ts";
import { levelsOf } from "./check.ts";
import { CheckError } from "./error.ts";
import { readEvents } from "./events.ts";
import { decideByOperations } from "./operations.ts";
import { ownPack } from "./options.ts";
import { type OwnConfig, packArguments } from "./pack-arguments.ts";
import { codeOf } from "./pack-code.ts";
import type { Finding, Report } from "./report.ts";

/**
 * The policies' part of `cloudplatform review`: arguments for the preview, in which all rules are advisory so that a blocked
 * change is shown completely; arguments for the update, which enforces the configured levels; and the findings.
 */
export const forReview = {
  async prepare(options: {
    config: readonly string[];
    preset?: string;
    packs?: readonly string[];
    stack: string;
    scratch: string;
  }) {
    const given = {
      pack: [...(options.packs ?? [ownPack])],
      config: await Promise.all(options.config.map((file, index) => readable(file, index, options.scratch))),
      preset: presetOf(options.preset),
    };
    const [shown, enforced] = [join(options.scratch, "shown"), join(options.scratch, "enforced")];
    for (const folder of [shown, enforced]) await mkdir(folder, { recursive: true });
    const { args, own } = await packArguments({ ...given, asAdvisory: true }, options.stack, shown);
    const { args: updateArgs } = await packArguments(given, options.stack, enforced);
    const relaxed = own === undefined ? [] : relaxations(own.preset, own.given);
    const code = await codeOf(given.pack, [own?.merged, ...(await Promise.all(given.config.map(textOf)))]);
    return { args, updateArgs, evaluate: (log: string) => ({ ...resultOf(log, own), relaxed, code }) };
  },
};

/** Returns a file that can be read more than once: a pipe, as a process substitution passes it, is empty after the first time. */
async function readable(file: string, index: number, scratch: string): Promise<string> {
  const isPipe = (await stat(file).catch(() => undefined))?.isFIFO() === true;
  if (!isPipe) return file;
  const copy = join(scratch, `config-${index}.json`);
  await writeFile(copy, await textOf(file), { mode: 0o600 });
  return copy;
}

function textOf(file: string): Promise<string> {
  return readFile(file, "utf8");
}

function presetOf(name: string | undefined): PresetName | undefined {
  const preset = presetNames.find((one) => one === name);
  if (name !== undefined && preset === undefined)
    throw new CheckError(`--preset must be one of ${presetNames.join(", ")}; got ${JSON.stringify(name)}.`, "CP5004");
  return preset;
}

const kinds = ["violation", "remediated", "not-evaluated", "waived"] as const;

function resultOf(log: string, own: OwnConfig | undefined) {
  const report: Report = {
    ...{ packs: {}, source: "", changes: {}, findings: [], errors: [], notes: [], relaxed: [] },
    notEvaluated: {},
  };
  readEvents(log, report, levelsOf(own));
  if (own !== undefined) decideByOperations(report, log, own.merged);
  const findings = report.findings.flatMap((finding) => {
    const kind = kinds.find((one) => one === finding.kind);
    return kind === undefined ? [] : [{ ...detailsOf(finding), kind }];
  });
  const waivers = report.findings.filter((one) => one.kind === "waivers").map((one) => one.message);
  return { packs: withoutFolders(report.packs), findings, waivers, errors: report.errors };
}

function detailsOf({ level, severity, pack, rule, urn, resource, message, remediation }: Finding) {
  return { level, severity, pack, rule, urn, resource, message, ...(remediation !== undefined && { remediation }) };
}

/** Versions of packs without folders. The engine names a local pack by its folder, which differs between machines. */
function withoutFolders(packs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(packs).map(([name, version]) => [name.split("|")[0] ?? name, version]));
}
