import type { ResourceRemediation } from "@pulumi/policy/policy.js";
import { configOf } from "../config/parse.ts";
import { kindOfResource } from "./resource.ts";
import type { RemediationContext, ResourceRule } from "./rule.ts";
import { withoutProxy } from "./secret-markers.ts";

/** How Pulumi marks a secret among the properties that it gives to a remediation. */
export interface SecretMarker {
  isSecret(value: unknown): value is { value: unknown };
  secret(value: unknown): unknown;
}

/**
 * A rule's correction as Pulumi's `remediateResource`. The engine passes all inputs, the provider's hidden ones (`__provider`)
 * included, and takes what is returned in their place: everything but the correction stays as it came, with the markers of
 * secrets and of unknown values.
 */
export function remediation(rule: ResourceRule): ResourceRemediation {
  return async (args) => {
    const properties = withoutProxy(args.props);
    const kind = kindOfResource(args.type, properties);
    if (kind === undefined || !rule.on.includes(kind)) return undefined;
    // Loaded only here: the command and the tests use the rules without Pulumi's SDK.
    const { Secret } = await import("@pulumi/policy/policy.js");
    const marker: SecretMarker = {
      isSecret: (value) => value instanceof Secret,
      secret: (value) => new Secret(value),
    };
    return rule.remediate?.(properties, remediationContext(configOf(rule, args.getConfig()).config, marker));
  };
}

/** What a rule's correction can use. */
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
    replaceAt,
    makeSecret: (properties, path) => {
      // What is secret as part of something secret needs no marker of its own.
      for (let depth = 1, value: unknown = properties; depth <= path.length; depth++) {
        value = Reflect.get(value as object, path[depth - 1] ?? "");
        if (value === undefined || value === null || marker.isSecret(value)) return undefined;
        if (depth < path.length && typeof value !== "object") return undefined;
      }
      return replaceAt(properties, path, (value) => marker.secret(value));
    },
  };
}
