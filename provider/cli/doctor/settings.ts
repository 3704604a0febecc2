import { detailOf, readSettings, type Settings } from "../../client/index.ts";
import { environmentName, settingNames, unknownSettingProblem } from "../../client/settings.ts";
import { type Finding, note, ok, problem } from "./finding.ts";

interface SettingsReport {
  findings: Finding[];
  /** Undefined: the settings are incomplete or invalid. */
  settings: Settings | undefined;
}

/** Lists every setting with its value and origin. Never shows the API key or the values of `secret` settings. */
export function settingsReport(
  config: Record<string, string> | undefined,
  environment: Record<string, string | undefined>,
  secret: readonly string[] = [],
): SettingsReport {
  const findings: Finding[] = [];
  const misspelt = unknownSettingProblem(Object.keys(config ?? {}));
  if (misspelt !== undefined) findings.push(problem("configuration", misspelt, "Correct the key."));
  let settings: Settings;
  try {
    settings = readSettings({}, (name) => config?.[name], environment);
  } catch (error) {
    const text = detailOf(error);
    const [seen = text] = text.split(/(?<=\.) (?=Set it|Copy it|Use )/);
    return {
      findings: [...findings, problem("settings", seen, text.slice(seen.length + 1) || seen)],
      settings: undefined,
    };
  }
  for (const name of settingNames) {
    const isSecret = name === "apiKey" || secret.includes(name);
    const value = isSecret ? "[secret]" : String(settings[name] ?? "not set");
    findings.push(ok(name, `${value} (${originOf(name, config, environment)})`));
  }
  for (const name of ["projectId", "regionId"] as const)
    if (settings[name] === undefined)
      findings.push(
        note(
          name,
          "not set",
          `Set cloudplatform:${name}, or pass ${name} to each resource and function that takes it.`,
        ),
      );
  const shadowed = settingNames.filter((name) => config?.[name] && environment[environmentName(name) ?? ""]);
  for (const name of shadowed)
    findings.push(note(name, `${environmentName(name)} is also set, but the stack's configuration takes precedence`));
  return { findings, settings };
}

function originOf(
  name: string,
  config: Record<string, string> | undefined,
  environment: Record<string, string | undefined>,
): string {
  if (config?.[name]) return "stack configuration";
  const variable = environmentName(name) ?? "";
  return environment[variable] ? variable : "default";
}
