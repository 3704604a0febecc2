import { z } from "zod";
import { SecretTexts } from "./secrets.ts";

/** One call of the engine's gRPC log (`PULUMI_DEBUG_GRPC`). A call is logged when it starts and when it ends. */
const call = z.looseObject({
  method: z.string(),
  request: z.record(z.string(), z.unknown()).nullish(),
  response: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * What the program registered with the engine. The plan lacks some options, and a failed preview has no plan to read secrets
 * from.
 */
export interface Registrations {
  /** Options by URN as the program set them, with plaintext secrets. */
  options: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The program has transforms, which change options within the engine after the program set them. */
  isTransformed: boolean;
  /** The program has hooks: code that runs before and after steps of the update. */
  hasHooks: boolean;
  /** Texts of all secrets of the program, its configuration, and the responses of providers. */
  secrets: readonly string[];
}

export const noRegistrations: Registrations = {
  options: new Map(),
  isTransformed: false,
  hasHooks: false,
  secrets: [],
};

/**
 * Fields that are not options: the resource's identity, values that the plan's goal contains in resolved form, source positions,
 * and names that differ in each run. All other fields count, including options of future engine releases.
 */
const unbound: ReadonlySet<string> = new Set([
  ...["type", "name", "custom", "object", "parent", "provider", "providers", "dependencies", "propertyDependencies"],
  ...["aliases", "aliasURNs", "aliasSpecs", "sourcePosition", "stackTrace", "parentStackTraceHandle", "packageRef"],
  ...["transforms", "acceptSecrets", "acceptResources", "supportsPartialValues", "supportsResultReporting"],
]);

/** Reads a gRPC log, one call per line. A stopped command may leave a truncated last line. */
export function readRegistrations(log: string): Registrations {
  const options = new Map<string, Record<string, unknown>>();
  const secrets = new SecretTexts();
  let isTransformed = false;
  let hasHooks = false;
  for (const line of log.split("\n")) {
    if (!line.startsWith("{") || !line.endsWith("}")) continue;
    const isRegistration = line.includes('"/pulumirpc.ResourceMonitor/');
    const isSecretive = line.includes(secretText) || line.includes('"configSecretKeys"');
    if (!isRegistration && !isSecretive) continue;
    const { method, request, response } = call.parse(JSON.parse(line));
    if (isSecretive) secrets.add([request, response]);
    if (/\/Register\w*Transform$/.test(method)) isTransformed = true;
    if (/\/Register\w*Hook$/.test(method)) hasHooks = true;
    if (!request || !method.endsWith("/RegisterResource")) continue;
    if (Array.isArray(request.transforms) && request.transforms.length > 0) isTransformed = true;
    const urn = urnOf(request, response);
    if (urn !== undefined) options.set(urn, optionsOf(request));
  }
  return { options, isTransformed, hasHooks, secrets: secrets.all };
}

/** A call that was still running when the command ended has no response; its URN is then composed. */
function urnOf(
  { parent, type, name }: Readonly<Record<string, unknown>>,
  response: Readonly<Record<string, unknown>> | null | undefined,
): string | undefined {
  if (typeof response?.urn === "string" && response.urn !== "") return response.urn;
  const [stack, project, parentType] = typeof parent === "string" ? parent.split("::") : [];
  if (parentType === undefined) return undefined;
  const prefix = parentType === "pulumi:pulumi:Stack" ? "" : `${parentType}$`;
  return [stack, project, `${prefix}${type}`, name].join("::");
}

const secretText = "1b47061264138c4ac30d75fd1eb44270";

function optionsOf(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !unbound.has(name)));
}
