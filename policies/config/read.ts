import { readFile } from "node:fs/promises";
import { configProblems } from "./parse.ts";
import { type PackConfig, packConfig } from "./schema.ts";

/** A configuration cannot be used; the message names each wrong path. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

/** Reads a configuration file and holds it against the schema. */
export async function readConfig(file: string): Promise<PackConfig> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new ConfigError(
      `The configuration "${file}" could not be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`The configuration "${file}" is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  return parseConfig(value, file);
}

/** Holds a configuration against the schema. */
export function parseConfig(value: unknown, source: string): PackConfig {
  const parsed = packConfig.safeParse(value);
  if (parsed.success) return value as PackConfig;
  const problems = configProblems(parsed.error, packConfig).map((problem) => `  ${problem}`);
  throw new ConfigError(`The configuration "${source}" is not valid:\n${problems.join("\n")}`);
}
