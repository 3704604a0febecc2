import { z } from "zod";
import { textsOf } from "../../client/redact.ts";
import { isObject, isSecret, mapValues } from "./engine-values.ts";

/** One call of the engine's gRPC log (`PULUMI_DEBUG_GRPC`). It is written at the call's beginning and at its end. */
const call = z.looseObject({
  method: z.string(),
  request: z.record(z.string(), z.unknown()).nullish(),
  response: z.record(z.string(), z.unknown()).nullish(),
});

/** What the program asked the engine for. The plan has neither all options nor, where the preview failed, the secrets. */
export interface Registrations {
  /** Options by URN, as the program gave them; secrets in clear. */
  options: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Transforms change options within the engine, after the program gave them. */
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
 * Not options: what the resource is, what the plan's goal holds as the engine has resolved it, positions in the program, and
 * names that differ in each run. Everything else counts, also options of later releases of the engine.
 */
const unbound: ReadonlySet<string> = new Set([
  ...["type", "name", "custom", "object", "parent", "provider", "providers", "dependencies", "propertyDependencies"],
  ...["aliases", "aliasURNs", "aliasSpecs", "sourcePosition", "stackTrace", "parentStackTraceHandle", "packageRef"],
  ...["transforms", "acceptSecrets", "acceptResources", "supportsPartialValues", "supportsResultReporting"],
]);

/** Reads a gRPC log: one call a line. A command that was stopped may have left half a line. */
export function readRegistrations(log: string): Registrations {
  const options = new Map<string, Record<string, unknown>>();
  const secrets = new Set<string>();
  let isTransformed = false;
  let hasHooks = false;
  for (const line of log.split("\n")) {
    if (!line.startsWith("{") || !line.endsWith("}")) continue;
    const isRegistration = line.includes('"/pulumirpc.ResourceMonitor/');
    const isSecretive = line.includes(secretText) || line.includes('"configSecretKeys"');
    if (!isRegistration && !isSecretive) continue;
    const { method, request, response } = call.parse(JSON.parse(line));
    if (isSecretive) for (const one of [request, response]) collectSecrets(one, secrets);
    if (/\/Register\w*Transform$/.test(method)) isTransformed = true;
    if (/\/Register\w*Hook$/.test(method)) hasHooks = true;
    if (!request || !method.endsWith("/RegisterResource")) continue;
    if (Array.isArray(request.transforms) && request.transforms.length > 0) isTransformed = true;
    const urn = urnOf(request, response);
    if (urn !== undefined) options.set(urn, optionsOf(request));
  }
  return { options, isTransformed, hasHooks, secrets: [...secrets] };
}

/** A call that did not end before the command has no response. */
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

function collectSecrets(value: unknown, found: Set<string>): void {
  if (isObject(value) && isObject(value.config) && Array.isArray(value.configSecretKeys))
    for (const key of value.configSecretKeys)
      for (const text of secretTexts(value.config[String(key)])) found.add(text);
  mapValues(value, (one) => {
    if (!isSecret(one)) return undefined;
    for (const text of secretTexts(one.value)) found.add(text);
    return one;
  });
}

/** A secret of the configuration that is an object is JSON; its parts are secrets as well. */
export function secretTexts(value: unknown): string[] {
  const texts = textsOf(value);
  return [...texts, ...texts.flatMap((text) => (/^[[{"]/.test(text) ? textsOf(parsed(text)) : []))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
