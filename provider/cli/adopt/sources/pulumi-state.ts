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
  return {
    tool: "Pulumi",
    resources: resources.filter(isObject).map((one) => sourceResource(one, byUrn)),
    handover: (all) => [
      ...all.map(
        ({ address }) => `pulumi state delete ${shellQuoted(address)}    # in the stack of the bridged package`,
      ),
      "pulumi preview    # there, once the resources are removed from the program: nothing to change",
    ],
  };
}

/** Neither the stack, nor a provider, nor a component. */
function isObject({ type, id }: Resource): boolean {
  return id !== undefined && !type.startsWith("pulumi:");
}

function sourceResource(one: Resource, byUrn: ReadonlyMap<string, Resource>): SourceResource {
  const own = ownType(one.type);
  const problem = problemOf(one, own);
  return {
    address: one.urn,
    path: componentPath(one, byUrn),
    type: own ?? one.type,
    typeText: one.type,
    name: nameOfUrn(one.urn),
    attributes: attributesOf(one),
    dependencies: Array.isArray(one.dependencies) ? one.dependencies.map(String) : [],
    ...(problem !== undefined && { problem }),
  };
}

function problemOf({ type, external, delete: isOld }: Resource, own: string | undefined): string | undefined {
  if (own === undefined) return `it belongs to another provider, ${type.split(":")[0]}`;
  if (external === true) return "the stack only reads it";
  if (isOld === true) return "it is the old object of a replacement that was interrupted: end it with pulumi up first";
  return undefined;
}

/** `<name>:index/cdnRuleTemplate:CdnRuleTemplate` → `cdn_rule_template`; undefined for other packages. */
function ownType(token: string): string | undefined {
  const [packageName = "", , name = ""] = token.split(":");
  if (!providerNames.includes(packageName)) return undefined;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  // Digits are no words of their own there: `CloudK8sCluster`, `K8sv2`.
  return words.replace(/k8_s/g, "k8s");
}

function attributesOf({ id, outputs }: Resource): Properties {
  // The id in outputs is text, as Pulumi's ids are.
  return { ...outputs, id };
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
