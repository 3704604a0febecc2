import { realpath, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  allRules,
  complete,
  overPreset,
  type PackConfig,
  type PresetName,
  resolveConfig,
  settingOf,
} from "../config/index.ts";
import { CheckError } from "./error.ts";
import { type CheckOptions, ownPack } from "./options.ts";

/** The configuration of our pack: as given by the user, and as passed to the pack. */
export interface OwnConfig {
  given: PackConfig;
  merged: PackConfig;
  /** The preset that the configuration is based on. */
  preset: PresetName;
}

/** Command-line arguments for the packs and their configurations. Ours is resolved for the stack, validated and merged. */
export async function packArguments(
  {
    pack,
    config,
    preset,
    asAdvisory = false,
  }: Pick<CheckOptions, "pack" | "config" | "preset"> & {
    /** Passes mandatory rules to the engine as advisory. Readers of the engine's events must apply the configured levels. */
    asAdvisory?: boolean;
  },
  stack: string | undefined,
  scratch: string,
): Promise<{ args: string[]; own: OwnConfig | undefined }> {
  if (config.length > 0 && config.length !== pack.length)
    throw new CheckError(
      `--config must be given once for each --pack; there are ${config.length} for ${pack.length}.`,
      "CP5004",
    );
  if (preset !== undefined && pack.length > 1 && config.length === 0)
    throw new CheckError("--preset with several packs needs a --config for each of them.", "CP5004");
  const args: string[] = [];
  let own: OwnConfig | undefined;
  for (const [index, folder] of pack.entries()) {
    args.push("--policy-pack", resolve(folder));
    const file = config[index];
    const isOurs = (await realpath(folder).catch(() => folder)) === (await realpath(ownPack));
    if (!isOurs && file !== undefined) args.push("--policy-pack-config", resolve(file));
    if (!isOurs) continue;
    own = await ownConfig(file, preset, stack);
    // The engine accepts configurations either for all packs or for none.
    if (pack.length > 1 && config.length === 0) continue;
    const path = join(scratch, `config-${index}.json`);
    await writeFile(path, JSON.stringify(asAdvisory ? advisoryOnly(own.merged) : own.merged));
    args.push("--policy-pack-config", path);
  }
  return { args, own };
}

/**
 * The configuration that the engine gets. A mandatory violation would end the evaluation of its resource before the engine has a
 * step for it: there would be no operation, no source position, and no result for its dependents. The report has the configured
 * level.
 */
function advisoryOnly(config: PackConfig): PackConfig {
  const lowered = allRules.flatMap((rule) => {
    const { level, parameters } = settingOf(config, rule);
    return level === "mandatory"
      ? [[rule.name, { ...parameters, enforcementLevel: "advisory" as const }] as const]
      : [];
  });
  const { all, ...rest } = config;
  const level = typeof all === "object" ? all.enforcementLevel : all;
  return { ...(level === undefined || level === "mandatory" ? {} : { all }), ...rest, ...Object.fromEntries(lowered) };
}

/** The configuration of our pack for a stack. */
export async function ownConfig(
  file: string | undefined,
  preset: PresetName | undefined,
  stack: string | undefined,
): Promise<OwnConfig> {
  const resolved = file === undefined ? { config: {}, preset: undefined } : await resolveConfig(file, stack);
  const merged = complete(preset === undefined ? resolved.config : overPreset(preset, resolved.config));
  return { given: resolved.config, merged, preset: preset ?? resolved.preset ?? "baseline" };
}
