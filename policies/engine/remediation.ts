import { isDeepStrictEqual } from "node:util";
import { resourcesWithParts } from "@cloudplatform/pulumi/registry";
import { isStandIn } from "@cloudplatform/pulumi/values";
import type { ResourceRemediation } from "@pulumi/policy/policy.js";
import { configOf } from "../config/rule-parameters.ts";
import { type Kind, kindOfResource } from "./resource.ts";
import type { RemediationContext, ResourceRule } from "./rule.ts";
import { withoutProxy } from "./secret-markers.ts";
import type { Session } from "./session.ts";

/** How Pulumi marks a secret among the properties that it passes to a remediation. */
interface SecretMarker {
  isSecret(value: unknown): value is { value: unknown };
  secret(value: unknown): unknown;
}

/**
 * Turns a rule's correction into Pulumi's `remediateResource`. The engine passes all inputs, including the provider's hidden ones
 * (`__provider`), and replaces them with the returned properties. Everything except the correction is returned unchanged, with
 * the markers of secrets and unknown values.
 */
export function remediation(rule: ResourceRule, session: Pick<Session, "previousState">): ResourceRemediation {
  return async (args) => {
    const properties = withoutProxy(args.props);
    const kind = kindOfResource(args.type, properties);
    if (kind === undefined) return undefined;
    // Loaded only here: the command and the tests use the rules without Pulumi's SDK.
    const { Secret } = await import("@pulumi/policy/policy.js");
    const marker: SecretMarker = {
      isSecret: (value) => value instanceof Secret,
      secret: (value) => new Secret(value),
    };
    const context = remediationContext(configOf(rule, args.getConfig()).config, marker);
    const result = corrected(rule, kind, properties, context);
    if (result === undefined) return undefined;
    const { ignoreChanges, aliases } = args.opts;
    const undone = changedPaths(properties, result).some((path) => ignoreChanges.some((one) => isIgnored(one, path)));
    // The rule then reports a violation: the engine would undo the correction, so that only the report would show it.
    return undone && (await exists([args.urn, ...aliases], session)) ? undefined : result;
  };
}

/** Whether a resource may be in state. `ignoreChanges` has no effect on a new resource. An unknown state counts as yes. */
async function exists(urns: readonly string[], session: Pick<Session, "previousState">): Promise<boolean> {
  const state = await session.previousState();
  return "missing" in state || state.resources.some(({ urn }) => urns.includes(urn));
}

type Properties = Record<string, unknown>;

/** A resource after a rule's correction of it and of its objects; undefined if nothing needs a correction. */
export function corrected<Config>(
  rule: ResourceRule<Config>,
  kind: Kind,
  properties: Properties,
  context: RemediationContext<Config>,
): Properties | undefined {
  const own = rule.on.includes(kind) ? rule.remediate?.(properties, context) : undefined;
  const parts = resourcesWithParts[kind];
  if (parts === undefined || !rule.on.includes(parts.kind)) return own;
  return correctedParts(rule, parts.inputs, own ?? properties, context) ?? own;
}

function correctedParts<Config>(
  rule: ResourceRule<Config>,
  input: string,
  properties: Properties,
  context: RemediationContext<Config>,
): Properties | undefined {
  const { isSecret, replaceAt } = context;
  // A value within a secret needs no marker of its own.
  const hidden: RemediationContext<Config> = { ...context, makeSecret: () => undefined };
  return replaceAt(properties, [input], (all) => {
    if (!isObject(all)) return undefined;
    const changed = Object.entries(all).flatMap(([key, one]) => {
      const isHidden = isSecret(properties[input]) || isSecret(one);
      const result = replaceAt(one, [], (bare) =>
        isObject(bare) ? rule.remediate?.(bare, isHidden ? hidden : context) : undefined,
      );
      return result === undefined ? [] : [[key, result] as const];
    });
    return changed.length === 0 ? undefined : { ...all, ...Object.fromEntries(changed) };
  });
}

function isObject(value: unknown): value is Properties {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The functions that a rule's correction can use. */
export function remediationContext<Config>(config: Config, marker: SecretMarker): RemediationContext<Config> {
  function replaceAt<T>(value: T, path: readonly string[], change: (value: unknown) => unknown): T | undefined;
  function replaceAt(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
    if (marker.isSecret(value)) {
      const inner = replaceAt(value.value, path, change);
      return inner === undefined ? undefined : marker.secret(inner);
    }
    const [name, ...rest] = path;
    if (name === undefined) return change(value);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    const below = replaceAt(Reflect.get(value, name), rest, change);
    return below === undefined ? undefined : { ...value, [name]: below };
  }
  return {
    config,
    isSecret: marker.isSecret,
    replaceAt,
    makeSecret: (properties, path) => {
      // A value within a secret needs no marker of its own.
      for (let depth = 1, value: unknown = properties; depth <= path.length; depth++) {
        value = Reflect.get(value as object, path[depth - 1] ?? "");
        if (value === undefined || value === null || marker.isSecret(value) || isStandIn(value)) return undefined;
        if (depth < path.length && typeof value !== "object") return undefined;
      }
      return replaceAt(properties, path, (value) => marker.secret(value));
    },
  };
}

type Path = readonly string[];

/** Paths at which two values differ: `["pools", "0", "autoHealingEnabled"]`. */
export function changedPaths(before: unknown, after: unknown, above: Path = []): Path[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isPlain(before) || !isPlain(after)) return [above];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    changedPaths(Reflect.get(before, name), Reflect.get(after, name), [...above, name]),
  );
}

/** Whether a value is a list or a plain object. A secret counts as a single value. */
function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (value !== null && typeof value === "object" && value.constructor === Object);
}

/** Whether an entry of `ignoreChanges`, such as `pools[*].labels["a.b"]`, undoes a change at a path, or part of the change. */
export function isIgnored(entry: string, path: Path): boolean {
  const parts = entry.match(/\["(?:[^"\\]|\\.)*"\]|\[[^\]]*\]|[^.[\]]+/g) ?? [];
  const keys = parts.map((part) =>
    part.startsWith('["') ? String(JSON.parse(part.slice(1, -1))) : part.replace(/[[\]]/g, ""),
  );
  return keys.length > 0 && keys.every((key, at) => at >= path.length || key === "*" || key === path[at]);
}
