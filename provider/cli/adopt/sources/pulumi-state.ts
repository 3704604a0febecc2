import { z } from "zod";
import { InputError } from "../../../client/index.ts";
import { signatureKey } from "../../../pulumi/formats/markers.ts";
import { type Deployment, parseStateOrUndefined } from "../../../pulumi/formats/stack-export.ts";
import { nameOfUrn, parseUrn, typeOfUrn } from "../../../pulumi/formats/urn.ts";
import type { Properties } from "../../../values/properties.ts";
import { type Handover, providerNames, type Source, type SourceResource, shellQuoted, stayingText } from "./source.ts";

/** Whether a JSON value is the output of `pulumi stack export`. */
export function isPulumiState(json: object): boolean {
  return "deployment" in json;
}

type Resource = Deployment["resources"][number];

/** Reads a stack whose resources belong to the Pulumi package that is bridged from the Terraform provider. */
export function pulumiSource(json: object): Source {
  const state = parseStateOrUndefined(json);
  if (state === undefined)
    throw new InputError("adopt --from", [
      "the state of the stack cannot be read: pass what pulumi stack export prints",
    ]);
  const { resources } = state;
  const stack = {
    byUrn: new Map(resources.map((one) => [one.urn, one])),
    packages: packagesOf(resources),
    old: new Set(resources.filter((one) => one.delete === true).map(({ urn }) => urn)),
  };
  return {
    tool: "Pulumi",
    resources: [
      ...resources.filter(isObject).map((one) => sourceResource(one, stack)),
      ...pendingCreations(state, stack.packages),
    ],
    handover: (all) => handoverOf(all, resources),
  };
}

/** The context of a resource in its stack. */
interface Stack {
  byUrn: ReadonlyMap<string, Resource>;
  packages: readonly string[];
  /** URNs that an old object of a replacement has. */
  old: ReadonlySet<string>;
}

function handoverOf(handed: readonly SourceResource[], resources: readonly Resource[]): Handover {
  const urns = new Set(handed.map(({ address }) => address));
  const { stack, project } = parseUrn(handed[0]?.address ?? "");
  const needs = resources
    .filter(({ urn }) => !urns.has(urn))
    .map((one) => [one.urn, [...referredTo(one)].filter((urn) => urns.has(urn))] as const)
    .filter(([, needed]) => needed.length > 0);
  return {
    place: `in the folder of the project ${project}`,
    first: [...new Map(needs)].map(
      ([urn, needed]) => `${stayingText(urn, needed)}, and run pulumi up, or Pulumi refuses the commands`,
    ),
    // Pulumi refuses to delete a resource that others depend on, so dependents come first.
    commands: handed.toReversed().map(({ address, options = [] }) => {
      const force = options.includes("protect") ? "--force " : "";
      return `pulumi state delete --stack ${shellQuoted(stack)} --yes ${force}${shellQuoted(address)}`;
    }),
    last: 'Then remove them from its program; "pulumi preview" has nothing to change.',
  };
}

/** URNs that a resource refers to in its state. */
function referredTo({ parent, dependencies, propertyDependencies, deletedWith }: Resource): Set<string> {
  const lists = [dependencies, ...Object.values((propertyDependencies ?? {}) as object)];
  return new Set([parent, deletedWith, ...lists.flat()].filter((urn) => typeof urn === "string"));
}

/** Creates that an interrupted run left pending: their objects may exist, but no resource has them. */
function pendingCreations({ pending_operations }: Deployment, packages: readonly string[]): SourceResource[] {
  return pending_operations
    .filter(({ type, resource }) => type === "creating" && ownType(typeOfUrn(resource.urn), packages) !== undefined)
    .map(({ resource: { urn } }) => ({
      ...{ address: urn, path: [], type: typeOfUrn(urn), typeText: typeOfUrn(urn), name: nameOfUrn(urn) },
      ...{ attributes: {}, dependencies: [] },
      problem: "its creation was interrupted, so the stack does not know its id: run pulumi up there first",
    }));
}

const parameter = z.object({
  remote: z.object({ url: z.string() }).optional(),
  local: z.object({ path: z.string() }).optional(),
});

/**
 * Names of the bridged package. `pulumi package add terraform-provider <provider> --provider-name <name>` can give it any name;
 * the provider's resource records the Terraform provider that it was built from.
 */
function packagesOf(resources: readonly Resource[]): string[] {
  return [...providerNames, ...resources.filter(isOfThePlatform).map(({ type }) => type.split(":").at(-1) ?? "")];
}

function isOfThePlatform({ type, inputs }: Resource): boolean {
  if (!type.startsWith("pulumi:providers:")) return false;
  const { parameterization } = (inputs?.__internal ?? {}) as { parameterization?: unknown };
  const { remote, local } = parameter.safeParse(jsonIn(String(parameterization ?? ""))).data ?? {};
  const terraformProvider = (remote?.url ?? local?.path ?? "").split(/[/\\]|terraform-provider-/).at(-1) ?? "";
  return providerNames.includes(terraformProvider);
}

function jsonIn(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString());
  } catch {
    return undefined;
  }
}

/** Whether a resource has an object: stacks, providers and components have none. */
function isObject({ type, id }: Resource): boolean {
  return id !== undefined && !type.startsWith("pulumi:");
}

function sourceResource(one: Resource, stack: Stack): SourceResource {
  const own = ownType(one.type, stack.packages);
  const problem = problemOf(one, own, stack);
  return {
    address: one.urn,
    path: componentPath(one, stack.byUrn),
    type: own ?? one.type,
    typeText: one.type,
    name: nameOfUrn(one.urn),
    attributes: attributesOf(one),
    dependencies: Array.isArray(one.dependencies) ? one.dependencies.map(String) : [],
    options: kept.filter((option) => one[option] === true),
    notes: notesOf(one),
    ...(problem !== undefined && { problem }),
  };
}

/** Resource options that the declaration keeps from the state. */
const kept = ["protect", "retainOnDelete"];

function notesOf({ customTimeouts }: Resource): string[] {
  if (customTimeouts === undefined) return [];
  return ["its option customTimeouts is not carried over: declare it again where you need it."];
}

function problemOf(
  { urn, type, external, delete: isOld }: Resource,
  own: string | undefined,
  { old }: Stack,
): string | undefined {
  if (own === undefined) return `it belongs to another provider, ${type.split(":")[0]}`;
  if (external === true) return "the stack only reads it";
  if (isOld === true) return "it is the old object of a replacement that was interrupted: end it with pulumi up first";
  // `pulumi state delete` cannot distinguish the two.
  if (old.has(urn))
    return "the old object of a replacement that was interrupted has the same URN: end it with pulumi up first";
  return undefined;
}

/** `<name>:index/cdnRuleTemplate:CdnRuleTemplate` → `cdn_rule_template`; undefined for other packages. */
function ownType(token: string, packages: readonly string[]): string | undefined {
  const [packageName = "", , name = ""] = token.split(":");
  if (!packages.includes(packageName)) return undefined;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  // Terraform does not separate these digits with underscores: `CloudK8sCluster`, `K8sv2`.
  return words.replace(/k8_s/g, "k8s");
}

/**
 * The outputs, with the object's id as `id`. If an id is not a string, or can be declared, the bridge names it after the
 * resource, such as `cdnRuleTemplateId`, and the id in the state may be the text "missing ID".
 */
function attributesOf({ id, type, outputs = {} }: Resource): Properties {
  const name = type.split(":").at(-1) ?? "";
  const renamed = `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
  const shown = Object.entries(outputs).filter(([key]) => !key.startsWith("__") && key !== renamed);
  const attributes = Object.fromEntries(shown.map(([key, value]) => [key, isSecret(value) ? secretText : value]));
  return { ...attributes, id: outputs[renamed] ?? id };
}

/** Secrets are not read from the state: the program declares the live values. */
const secretText = "[secret]";

function isSecret(value: unknown): boolean {
  return value !== null && typeof value === "object" && signatureKey in value;
}

function componentPath(one: Resource, byUrn: ReadonlyMap<string, Resource>): string[] {
  const path: string[] = [];
  let parent = typeof one.parent === "string" ? byUrn.get(one.parent) : undefined;
  while (parent !== undefined && parent.type !== "pulumi:pulumi:Stack") {
    // A parent may also be a resource that is not a component.
    if (parent.id === undefined) path.unshift(nameOfUrn(parent.urn));
    parent = typeof parent.parent === "string" ? byUrn.get(parent.parent) : undefined;
  }
  return path;
}
