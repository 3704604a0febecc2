import { unknownKeyText } from "../schema/index.ts";
import { SettingsError } from "./errors.ts";

/** Where the platform is and how to talk to it. */
export interface Settings {
  /** Base URL of the platform's API, without a trailing slash. */
  baseUrl: string;
  /** API key, sent as `Authorization: apikey <key>` (platform-api §5). */
  apiKey: string;
  /** Default project of resources and functions. */
  projectId?: number;
  /** Default region of resources and functions. */
  regionId?: number;
  /** Default client (account) of quota resources and functions. */
  clientId?: number;
  /** Path segment of the edge-app area, and name of its CDN option. Default `edgeapp`. */
  edgeWord: string;
  /**
   * Maximum interval between two polls of a task, in seconds. While the platform accepts all requests, tasks are polled
   * after 40 % of it, but not within 0.5 s. Default 3.
   */
  pollIntervalSeconds: number;
  /** Timeout of an asynchronous operation in seconds, unless `timeouts` or `customTimeouts` is set. Default 7200. */
  pollTimeoutSeconds: number;
  /**
   * How long to search for an object after a create request without a clear response, in seconds. Default 60, the usual
   * timeout of gateways and load balancers. For the same time after a write, reads that contradict it are repeated.
   */
  ambiguityTimeoutSeconds: number;
  /**
   * After a create request without a clear response, stop and name the object that is found instead of adopting it.
   * Default false. Set it where stacks in different Pulumi backends may create identical objects at the same time.
   */
  stopOnLostResponse: boolean;
  /**
   * Require `confirmCommitment` for every reservation. Default false: only an unknown price requires it. Set it where
   * nobody confirms an update, as in CI.
   */
  requireConfirmation: boolean;
  /** Allows plain HTTP to hosts other than this machine. Default false. */
  allowInsecureHttp: boolean;
}

/** Where a setting can be set: its name in the configuration, and its environment variable. */
const places = {
  baseUrl: "CLOUDPLATFORM_BASE_URL",
  apiKey: "CLOUDPLATFORM_API_KEY",
  projectId: "CLOUDPLATFORM_PROJECT_ID",
  regionId: "CLOUDPLATFORM_REGION_ID",
  clientId: "CLOUDPLATFORM_CLIENT_ID",
  edgeWord: "CLOUDPLATFORM_EDGE_WORD",
  pollIntervalSeconds: "CLOUDPLATFORM_POLL_INTERVAL_SECONDS",
  pollTimeoutSeconds: "CLOUDPLATFORM_POLL_TIMEOUT_SECONDS",
  ambiguityTimeoutSeconds: "CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS",
  stopOnLostResponse: "CLOUDPLATFORM_STOP_ON_LOST_RESPONSE",
  requireConfirmation: "CLOUDPLATFORM_REQUIRE_CONFIRMATION",
  allowInsecureHttp: "CLOUDPLATFORM_ALLOW_INSECURE_HTTP",
} as const satisfies Record<keyof Settings, string>;

type Name = keyof typeof places;

export const settingNames = Object.keys(places) as readonly Name[];

/** The environment variable of a setting. */
export function environmentName(name: string): string | undefined {
  return (places as Record<string, string>)[name];
}

/** Describes a name that is not a setting; undefined if all are. A guard whose switch is misspelled would be off. */
export function unknownSettingProblem(
  names: readonly string[],
  { prefix = "cloudplatform:" }: { prefix?: string } = {},
): string | undefined {
  const unknown = names.find((name) => !(settingNames as readonly string[]).includes(name));
  if (unknown === undefined) return undefined;
  const known = settingNames.map((name) => `${prefix}${name}`);
  return `${prefix}${unknown} is not a setting: it ${unknownKeyText(`${prefix}${unknown}`, known)}${prefix === "" ? "" : ` Remove it with \`pulumi config rm ${prefix}${unknown}\`.`}`;
}

/** The ways to set a value that a resource or lookup requires. */
export function waysToSet(name: Name): string {
  return `give it, or set it once as cloudplatform:${name} or ${places[name]}`;
}

/** Reads a value of the Pulumi configuration namespace `cloudplatform`. */
export type Configured = (name: string) => string | undefined;

/** Settings that a program can pass itself; they precede configuration and environment. */
export type SettingsInput = Partial<Settings>;

/** Reads settings. Precedence: given, configuration, environment, default. */
export function readSettings(
  given: SettingsInput = {},
  configured: Configured = () => undefined,
  environment: Record<string, string | undefined> = process.env,
): Settings {
  const text = (name: Name): { value: string; from: string } | undefined => {
    const inConfig = configured(name);
    if (inConfig !== undefined && inConfig !== "") return { value: inConfig, from: `cloudplatform:${name}` };
    const inEnvironment = environment[places[name]];
    if (inEnvironment !== undefined && inEnvironment !== "") return { value: inEnvironment, from: places[name] };
    return undefined;
  };
  const positive = (name: Name, whole: boolean): number | undefined => {
    const found = text(name);
    return found && positiveNumber(found.value, found.from, whole);
  };

  const allowInsecureHttp = given.allowInsecureHttp ?? text("allowInsecureHttp")?.value === "true";
  const settings: Settings = {
    baseUrl: checkBaseUrl(given.baseUrl ?? required("baseUrl", text("baseUrl")?.value), allowInsecureHttp),
    apiKey: checkApiKey(given.apiKey ?? required("apiKey", text("apiKey")?.value)),
    projectId: given.projectId ?? positive("projectId", true),
    regionId: given.regionId ?? positive("regionId", true),
    clientId: given.clientId ?? positive("clientId", true),
    edgeWord: given.edgeWord ?? text("edgeWord")?.value ?? "edgeapp",
    pollIntervalSeconds: given.pollIntervalSeconds ?? positive("pollIntervalSeconds", false) ?? 3,
    pollTimeoutSeconds: given.pollTimeoutSeconds ?? positive("pollTimeoutSeconds", false) ?? 7200,
    ambiguityTimeoutSeconds: given.ambiguityTimeoutSeconds ?? positive("ambiguityTimeoutSeconds", false) ?? 60,
    stopOnLostResponse: given.stopOnLostResponse ?? yesOrNo(text("stopOnLostResponse")),
    requireConfirmation: given.requireConfirmation ?? yesOrNo(text("requireConfirmation")),
    allowInsecureHttp,
  };
  if (!/^[A-Za-z0-9_-]+$/.test(settings.edgeWord))
    throw new SettingsError(
      `edgeWord "${settings.edgeWord}" is not a single path segment; use letters, digits, _ and -.`,
      "CP1002",
    );
  return settings;
}

/**
 * Whether the environment requires read-only clients, in this process and those that it starts: for previews by others than the
 * owner of a stack. No configuration can enable or override this.
 */
export function isReadOnly(environment: Record<string, string | undefined>): boolean {
  const from = "CLOUDPLATFORM_READ_ONLY";
  const value = environment[from];
  return yesOrNo(value === undefined || value === "" ? undefined : { value, from });
}

/** Rejects any other value: a misspelled switch would turn a guard off. */
function yesOrNo(found: { value: string; from: string } | undefined): boolean {
  if (found === undefined || found.value === "false") return false;
  if (found.value === "true") return true;
  throw new SettingsError(`${found.from} is "${found.value}"; it must be true or false.`, "CP1002");
}

function required(name: "baseUrl" | "apiKey", value: string | undefined): string {
  if (value !== undefined && value !== "") return value;
  const how =
    name === "apiKey"
      ? "Set it with `pulumi config set --secret cloudplatform:apiKey <key>`, or in the environment as CLOUDPLATFORM_API_KEY."
      : "Set it with `pulumi config set cloudplatform:baseUrl https://…`, or in the environment as CLOUDPLATFORM_BASE_URL.";
  throw new SettingsError(`The platform's ${name === "apiKey" ? "API key" : "base URL"} is not set. ${how}`, "CP1001");
}

function positiveNumber(value: string, from: string, whole: boolean): number {
  const number = Number(value);
  if (!(number > 0) || (whole && !Number.isSafeInteger(number)))
    throw new SettingsError(`${from} is "${value}"; it must be a ${whole ? "whole " : ""}number above 0.`, "CP1002");
  return number;
}

function checkApiKey(key: string): string {
  const trimmed = key.trim();
  // A key may contain "$", which an unquoted shell string loses (companion §7.3).
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new SettingsError(
      "The platform's API key contains spaces or non-ASCII characters. Copy it again, without the word `apikey`.",
      "CP1002",
    );
  return trimmed;
}

function checkBaseUrl(text: string, allowInsecureHttp: boolean): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // A text that is not a URL may be the API key under the wrong name, or contain a password.
    const shown = /^https?:/i.test(text) && !text.includes("@") ? ` "${text}"` : "";
    throw new SettingsError(`baseUrl${shown} is not a URL such as https://api.example.com.`, "CP1002");
  }
  if (url.username !== "" || url.password !== "")
    throw new SettingsError(
      "baseUrl must not contain a user or password; the API key is the setting apiKey.",
      "CP1002",
    );
  if (url.search !== "" || url.hash !== "")
    throw new SettingsError(
      `baseUrl "${url.origin}${url.pathname}" must end with a host or path, without ? and #.`,
      "CP1002",
    );
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp)
    throw new SettingsError(
      `baseUrl "${text}" would send the API key without TLS. Use https://, or set cloudplatform:allowInsecureHttp to true if this network is trusted.`,
      "CP1003",
    );
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new SettingsError(`baseUrl "${text}" must begin with https:// (or http:// for this machine).`, "CP1002");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/**
 * Whether a base URL is a placeholder: names under `.invalid` never resolve (RFC 2606). A check without an account uses one, so
 * that a preview depends only on the program and waits for nothing.
 */
export function isPlaceholder(baseUrl: string): boolean {
  // Called for every request: for most URLs the regular expression is enough.
  return /\.invalid/i.test(baseUrl) && new URL(baseUrl).hostname.endsWith(".invalid");
}

/** Whether a host is this machine, where TLS protects nothing. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
