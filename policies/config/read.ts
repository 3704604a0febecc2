import { readFile } from "node:fs/promises";
import { configOf, configProblems } from "./parse.ts";
import { allRules, type PackConfig, packConfig } from "./schema.ts";

/** A configuration cannot be used; the message names each wrong path. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

/** Reads a configuration file. */
export async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new ConfigError(
      `The configuration "${file}" could not be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`The configuration "${file}" is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Holds a configuration against the schema. */
export function parseConfig(value: unknown, source: string): PackConfig {
  const parsed = packConfig.safeParse(value);
  const problems = parsed.success ? crossProblems(value as PackConfig) : configProblems(parsed.error, packConfig);
  if (problems.length === 0) return value as PackConfig;
  const lines = problems.map((problem) => `  ${problem}`);
  throw new ConfigError(`The configuration "${source}" is not valid:\n${lines.join("\n")}`);
}

/** Parameters that are valid one by one and not together. */
function crossProblems(config: PackConfig): string[] {
  return allRules.flatMap((rule) => {
    const setting = config[rule.name];
    if (setting === undefined || typeof setting === "string") return [];
    const { enforcementLevel: _level, ...parameters } = setting;
    return configOf(rule, parameters).problems;
  });
}
