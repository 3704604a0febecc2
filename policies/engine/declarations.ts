import { parentsOf } from "@cloudplatform/pulumi/formats";
import { resourcesWithParts } from "@cloudplatform/pulumi/registry";
import type { ResourceValidationArgs, StackValidationArgs } from "@pulumi/policy/policy.js";
import { kindOfResource, type PlatformResource, type PlatformSettings } from "./resource.ts";
import { withParts } from "./rules-as-resources.ts";
import { isSecretIn, withoutProxy } from "./secret-markers.ts";
import type { Session } from "./session.ts";
import { unknown, withUnknowns } from "./unknowns.ts";

/** A resource as Pulumi passes it to a policy. */
type Given = Pick<ResourceValidationArgs, "type" | "urn" | "name" | "props" | "provider"> & {
  opts: { protect: boolean; aliases: string[] };
};

/** Cache: every policy gets the same resources, and each is read once. */
const known = new WeakMap<object, PlatformResource>();

/**
 * Converts a resource of the platform; returns undefined for other resources. Records the declaration, because rules about the
 * stack compare declarations.
 */
export function declared(args: Given, session: Session): PlatformResource | undefined {
  session.registered.add(args.urn);
  const recorded = session.declared.get(args.urn);
  if (recorded !== undefined && known.get(withoutProxy(args.props)) === recorded) return recorded;
  const resource = resourceOf(args);
  if (resource !== undefined) session.declared.set(args.urn, resource);
  return resource;
}

/**
 * The resources that rules about a stack evaluate: declarations, with the stack's outputs, which contain the platform's own
 * values. A resource without a declaration (untouched in a targeted run) is evaluated by its outputs. The outputs of a rule set
 * lack its rules, so these are taken from the state, which is current for an untouched resource.
 */
export async function resourcesOf(args: StackValidationArgs, session: Session): Promise<PlatformResource[]> {
  const found: PlatformResource[] = [];
  const parentOf = new Map(args.resources.map(({ urn, parent }) => [urn, parent?.urn]));
  for (const given of args.resources) {
    const shown = resourceOf(given);
    const own = session.declared.get(given.urn);
    const parents = parentsOf(given.urn, (urn) => parentOf.get(urn));
    if (own !== undefined) found.push({ ...own, parents, outputs: shown?.properties }, ...withParts(own).slice(1));
    else if (shown !== undefined) found.push({ ...shown, parents }, ...(await partsWithoutDeclaration(shown, session)));
  }
  // In program order, so that the later one of two clashing resources is reported.
  const order = new Map([...session.declared.keys()].map((urn, index) => [urn, index]));
  const place = ({ urn, part }: PlatformResource) => order.get(part?.urn ?? urn) ?? 0;
  return found.sort((a, b) => place(a) - place(b));
}

async function partsWithoutDeclaration(
  resource: PlatformResource,
  session: Session,
): Promise<readonly PlatformResource[]> {
  const parts = resourcesWithParts[resource.kind];
  if (parts === undefined) return [];
  const state = await session.previousState();
  if ("missing" in state) return withParts({ ...resource, properties: { [parts.inputs]: unknown } }).slice(1);
  return state.resources.filter(({ part }) => part?.urn === resource.urn);
}

/** Outputs of the stack. */
export function outputsOf(args: StackValidationArgs): unknown {
  const stack = args.resources.find((resource) => resource.type === "pulumi:pulumi:Stack");
  return stack === undefined ? {} : withUnknowns(withoutProxy(stack.props));
}

function resourceOf(args: Given): PlatformResource | undefined {
  const properties = withoutProxy(args.props);
  const kind = kindOfResource(args.type, properties);
  if (kind === undefined) return undefined;
  const resource = known.get(properties) ?? {
    kind,
    urn: args.urn,
    name: args.name,
    protect: args.opts.protect,
    aliases: args.opts.aliases,
    properties: withUnknowns(properties),
    platform: args.provider === undefined ? undefined : settingsOf(withoutProxy(args.provider.props)),
    isSecret: (path) => isSecretIn(properties, path),
  };
  known.set(properties, resource);
  return resource;
}

/**
 * Settings of a resource's provider. A dynamic provider gets them from the stack's configuration (`cloudplatform:baseUrl`); a
 * native provider has its own.
 */
function settingsOf(properties: Record<string, unknown>): PlatformSettings {
  const given = withUnknowns(properties) as Record<string, unknown>;
  const text = (name: string) => {
    const value = given[`cloudplatform:${name}`] ?? given[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const insecure = given["cloudplatform:allowInsecureHttp"] ?? given.allowInsecureHttp;
  return {
    baseUrl: text("baseUrl"),
    apiKey: text("apiKey"),
    ...(insecure === true || insecure === "true" ? { allowInsecureHttp: true } : {}),
  };
}
