import { dirname, isAbsolute, join } from "node:path";
import { globPattern } from "@cloudplatform/pulumi/values";
import { z } from "zod";
import { mergeConfig, type PresetName, preset, presetNames } from "./presets.ts";
import { ConfigError, parseConfig, readJson } from "./read.ts";
import type { PackConfig } from "./schema.ts";

/** Additional keys of a configuration file. The command resolves them, because Pulumi does not accept them. */
const fileKeys = z.object({
  extends: z
    .union([z.string().min(1), z.array(z.string().min(1))])
    .optional()
    .describe("Presets, or files relative to this file, applied in this order before this configuration."),
  stacks: z
    .record(z.string().min(1), z.record(z.string(), z.unknown()))
    .optional()
    .describe("Configurations by stack name (`*` matches any text), applied in this order over the rest."),
});

/** A configuration merged with everything that it extends, for one stack. */
export interface ResolvedConfig {
  config: PackConfig;
  /** The first preset that it extends. */
  preset: PresetName | undefined;
}

/** Reads a configuration file and everything that it extends. Sections for other stacks are validated and dropped. */
export async function resolveConfig(
  file: string,
  stack: string | undefined,
  above: string[] = [],
): Promise<ResolvedConfig> {
  if (above.includes(file))
    throw new ConfigError(`The configuration "${file}" extends itself: ${[...above, file].join(" → ")}`);
  const value = await readJson(file);
  const keys = fileKeys.safeParse(value);
  if (!keys.success)
    throw new ConfigError(
      `The configuration "${file}" is not valid:\n${keys.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`).join("\n")}`,
    );
  const { extends: bases, stacks, ...own } = { ...(value as Record<string, unknown>), ...keys.data };
  const parts: PackConfig[] = [];
  let first: PresetName | undefined;
  for (const base of bases === undefined ? [] : [bases].flat()) {
    const name = presetNames.find((one) => one === base);
    const resolved: ResolvedConfig =
      name === undefined
        ? await resolveConfig(isAbsolute(base) ? base : join(dirname(file), base), stack, [...above, file])
        : { config: preset(name), preset: name };
    first ??= resolved.preset;
    parts.push(resolved.config);
  }
  parts.push(parseConfig(own, file));
  for (const [pattern, section] of Object.entries(stacks ?? {})) {
    const config = parseConfig(section, `${file}, stacks.${pattern}`);
    if (stack !== undefined && globPattern(pattern).test(stack.split("/").at(-1) ?? stack)) parts.push(config);
  }
  return { config: parts.reduce(mergeConfig), preset: first };
}
