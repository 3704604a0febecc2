import { z } from "zod";
import { signatureKey } from "../../../pulumi/formats/markers.ts";
import { parseState } from "../../../pulumi/formats/stack-export.ts";
import { nameOfUrn } from "../../../pulumi/formats/urn.ts";
import type { Properties } from "../../../values/properties.ts";
import { providerNames, type Source, type SourceResource, shellQuoted } from "./source.ts";

/** Whether a JSON value is what `pulumi stack export` prints. */
export function isPulumiState(json: object): boolean {
  return "deployment" in json;
}

type Resource = ReturnType<typeof parseState>["resources"][number];

/** Reads a stack whose resources are those of the Pulumi package that is bridged from the Terraform provider. */
export function pulumiSource(text: string): Source {
  const { resources } = parseState(text);
  const byUrn = new Map(resources.map((one) => [one.urn, one]));
  const packages = packagesOf(resources);
  return {
    tool: "Pulumi",
    resources: resources.filter(isObject).map((one) => sourceResource(one, byUrn, packages)),
    handover: (all) => [
      // Pulumi keeps what another resource depends on: those that depend come first.
      ...all.toReversed().map(({ address, options = [] }) => {
        const force = options.includes("protect") ? "--force " : "";
        return `pulumi state delete ${force}${shellQuoted(address)}    # in the stack of the bridged package`;
      }),
      "pulumi preview    # there, once the resources are removed from the program: nothing to change",
    ],
  };
}

const parameter = z.object({
  remote: z.object({ url: z.string() }).optional(),
  local: z.object({ path: z.string() }).optional(),
});

/**
 * Names of the package. `pulumi package add terraform-provider <provider> --provider-name <name>` gives it any name; the provider's
 * resource says which Terraform provider it was made from.
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

/** Neither the stack, nor a provider, nor a component. */
function isObject({ type, id }: Resource): boolean {
  return id !== undefined && !type.startsWith("pulumi:");
}

function sourceResource(
  one: Resource,
  byUrn: ReadonlyMap<string, Resource>,
  packages: readonly string[],
): SourceResource {
  const own = ownType(one.type, packages);
  const problem = problemOf(one, own);
  return {
    address: one.urn,
    path: componentPath(one, byUrn),
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

/** Options of a resource that its state has, and its declaration keeps. */
const kept = ["protect", "retainOnDelete"];

function notesOf({ customTimeouts }: Resource): string[] {
  if (customTimeouts === undefined) return [];
  return ["its option customTimeouts is not carried over: declare it again where you need it."];
}

function problemOf({ type, external, delete: isOld }: Resource, own: string | undefined): string | undefined {
  if (own === undefined) return `it belongs to another provider, ${type.split(":")[0]}`;
  if (external === true) return "the stack only reads it";
  if (isOld === true) return "it is the old object of a replacement that was interrupted: end it with pulumi up first";
  return undefined;
}

/** `<name>:index/cdnRuleTemplate:CdnRuleTemplate` → `cdn_rule_template`; undefined for other packages. */
function ownType(token: string, packages: readonly string[]): string | undefined {
  const [packageName = "", , name = ""] = token.split(":");
  if (!packages.includes(packageName)) return undefined;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  // Digits are no words of their own there: `CloudK8sCluster`, `K8sv2`.
  return words.replace(/k8_s/g, "k8s");
}

/**
 * The outputs, with the id of the object as `id`. Where an id is no text, or may be declared, the bridge calls it by the resource, such as
 * `cdnRuleTemplateId`, and the id in the state may be the text "missing ID".
 */
function attributesOf({ id, type, outputs = {} }: Resource): Properties {
  const name = type.split(":").at(-1) ?? "";
  const renamed = `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
  const shown = Object.entries(outputs).filter(([key]) => !key.startsWith("__") && key !== renamed);
  const attributes = Object.fromEntries(shown.map(([key, value]) => [key, isSecret(value) ? secretText : value]));
  return { ...attributes, id: outputs[renamed] ?? id };
}

/** Secrets are not read: what is declared is what is live. */
const secretText = "[secret]";

function isSecret(value: unknown): boolean {
  return value !== null && typeof value === "object" && signatureKey in value;
}

function componentPath(one: Resource, byUrn: ReadonlyMap<string, Resource>): string[] {
  const path: string[] = [];
  let parent = typeof one.parent === "string" ? byUrn.get(one.parent) : undefined;
  while (parent !== undefined && parent.type !== "pulumi:pulumi:Stack") {
    // A resource may have another for its parent, which is no component.
    if (parent.id === undefined) path.unshift(nameOfUrn(parent.urn));
    parent = typeof parent.parent === "string" ? byUrn.get(parent.parent) : undefined;
  }
  return path;
}
