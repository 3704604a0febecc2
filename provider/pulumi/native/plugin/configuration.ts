import { type Settings, SettingsError } from "../../../client/index.ts";
import { redactor } from "../../../client/redact.ts";
import { readSettings, settingNames, unknownSettingProblem } from "../../../client/settings.ts";
import type { CheckFailure } from "../../../engine/handler/handler.ts";
import { secretMark, settingTexts } from "../../../engine/secrets/operation-secrets.ts";
import { isUnknown } from "../../../schema/index.ts";
import type { Properties } from "../../../values/properties.ts";
import { type MarkedProperties, marked, withMarks } from "../../formats/markers.ts";

/** Inputs of a provider by their full keys, `cloudplatform:baseUrl`, as the dynamic provider's `configure` gets them. */
export type Configuration = Record<string, string>;

/** Inputs that the engine keeps with the provider and that are not settings. */
const ofEngine = new Set(["version", "pluginDownloadURL", "__internal"]);

/** Returns the configuration in a provider's inputs. SDKs write numbers and booleans as JSON text. */
export function configurationOf(inputs: Properties): Configuration {
  const known = Object.entries(inputs).filter(
    ([name, value]) => !ofEngine.has(name) && value !== undefined && value !== null && !isUnknown(value),
  );
  return Object.fromEntries(known.map(([name, value]) => [`cloudplatform:${name}`, String(value)]));
}

/**
 * Checks a provider's inputs. A missing setting is not a failure here: the environment may have it, and a resource that needs it
 * reports it at preview.
 */
export function checkConfiguration({ plain: inputs, secretPaths }: MarkedProperties): {
  inputs: Properties;
  failures: CheckFailure[];
} {
  const own = Object.keys(inputs).filter((name) => !ofEngine.has(name));
  const unknown = unknownSettingProblem(own, { prefix: "" });
  const failures: CheckFailure[] = unknown === undefined ? [] : [{ property: "", reason: unknown, code: "CP1004" }];
  for (const name of settingNames) {
    const value = inputs[name];
    if (value === undefined || isUnknown(value)) continue;
    const problem = problemOf(name, String(value), inputs);
    if (problem === undefined) continue;
    const redact = redactor(
      secretSettingsAmong(secretPaths).includes(name) ? settingTexts(String(value)) : [],
      secretMark,
    );
    // The engine prints the value beside the name of a property.
    const isSecret = name === "apiKey" || secretPaths.includes(`/${name}`);
    const { reason, code } = problem;
    failures.push(isSecret ? { property: "", reason: redact(reason), code } : { property: name, reason, code });
  }
  const { apiKey, ...others } = withMarks(inputs, secretPaths);
  const key = inputs.apiKey === undefined ? apiKey : marked(inputs.apiKey);
  return { inputs: { ...others, ...(key !== undefined && { apiKey: key }) }, failures };
}

/** Names of the secret settings, except the API key, which is always secret. */
export function secretSettingsAmong(secretPaths: readonly string[]): string[] {
  return settingNames.filter((name) => name !== "apiKey" && secretPaths.includes(`/${name}`));
}

/** Returns what is wrong with one setting, independently of the others. */
function problemOf(
  name: keyof Settings,
  value: string,
  inputs: Properties,
): Omit<CheckFailure, "property"> | undefined {
  const others: Configuration = { baseUrl: "https://unused.invalid", apiKey: "unused" };
  if (inputs.allowInsecureHttp !== undefined) others.allowInsecureHttp = String(inputs.allowInsecureHttp);
  try {
    readSettings({}, (asked) => (asked === name ? value : others[asked]), {});
    return undefined;
  } catch (error) {
    if (error instanceof SettingsError) return { reason: error.detail, code: error.errorCode };
    throw error;
  }
}

/** Names of the settings that differ. Another key or base URL changes no resource. */
export function changedSettings(olds: Properties, news: Properties): string[] {
  return settingNames.filter((name) => String(olds[name] ?? "") !== String(news[name] ?? ""));
}
