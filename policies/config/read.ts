import { readFile } from "node:fs/promises";
import { codedText } from "@cloudplatform/pulumi/errors";
import { configOf, configProblems } from "./rule-parameters.ts";
import { allRules, formerNames, type PackConfig, packConfig } from "./schema.ts";

/** A configuration is invalid. The message lists each wrong path. */
export class ConfigError extends Error {
  /** The message without its code, for use in another error. */
  readonly detail: string;

  constructor(message: string) {
    super(codedText(message, "CP5001"));
    this.name = "ConfigError";
    this.detail = message;
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
    throw new ConfigError(
      `The configuration "${file}" is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Validates a configuration against the schema. Former names are replaced, with a warning. */
export function parseConfig(
  value: unknown,
  source: string,
  warn: (text: string) => void = (text) => process.stderr.write(`warning: ${text}\n`),
): PackConfig {
  const parsed = packConfig.safeParse(value);
  const problems = parsed.success ? crossProblems(value as PackConfig) : configProblems(parsed.error, packConfig);
  if (problems.length === 0) return renamed(value as PackConfig, source, warn);
  const lines = problems.map((problem) => `  ${problem}`);
  throw new ConfigError(`The configuration "${source}" is not valid:\n${lines.join("\n")}`);
}

/** If both names are given, the setting under the current name wins. */
function renamed(config: PackConfig, source: string, warn: (text: string) => void): PackConfig {
  const result = { ...config };
  for (const [former, { name }] of formerNames) {
    if (result[former] === undefined) continue;
    warn(`The configuration "${source}" uses "${former}", the former name of "${name}"; rename it.`);
    result[name] ??= result[former];
    delete result[former];
  }
  return result;
}

/** Parameters that are valid individually but not together. */
function crossProblems(config: PackConfig): string[] {
  return allRules.flatMap((rule) => {
    const setting = config[rule.name];
    if (setting === undefined || typeof setting === "string") return [];
    const { enforcementLevel: _level, ...parameters } = setting;
    return configOf(rule, parameters).problems;
  });
}
