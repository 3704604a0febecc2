import type { ResourceDefinition } from "../engine/handler/definition.ts";
import { appTemplateDefinition } from "./app-template/definition.ts";
import { clusterDefinition } from "./cluster/definition.ts";
import { notificationThresholdDefinition } from "./notification-threshold/definition.ts";
import { reservationDefinition } from "./reservation/definition.ts";
import { ruleSetDefinition } from "./rule-set/definition.ts";
import { ruleSetParts } from "./rule-set/property-names.ts";
import { ruleTemplateDefinition } from "./rule-template/definition.ts";
import { secretDefinition } from "./secret/definition.ts";

export { type ResourceDefinition, tokenOf } from "../engine/handler/definition.ts";
export { partName, partUrn } from "../pulumi/formats/composite.ts";

/**
 * Every resource, as plain data: adoption, policies, the reference and the tables of the tests iterate over this list. It loads
 * nothing of Pulumi. The lifecycles are in `lifecycles.ts`, where the compiler reports a missing one.
 */
const definitions = [
  ruleTemplateDefinition,
  ruleSetDefinition,
  clusterDefinition,
  reservationDefinition,
  appTemplateDefinition,
  secretDefinition,
  notificationThresholdDefinition,
] as const;

type Definition = (typeof definitions)[number];
type NameOf<D> = D extends { area: infer Area extends string; type: infer Type extends string }
  ? `${Area}.${Type}`
  : never;

/** Name of a resource: `cdn.RuleTemplate`. */
export type ResourceName = NameOf<Definition>;

/** Class of a resource in the loader text: `RuleTemplate`. */
export type ResourceType = Definition["type"];

/** Definitions by name. */
export const resources = Object.fromEntries(
  definitions.map((one) => [`${one.area}.${one.type}`, one]),
) as unknown as Readonly<Record<ResourceName, ResourceDefinition & { readonly type: ResourceType }>>;

export const resourceNames = Object.keys(resources) as [ResourceName, ...ResourceName[]];

/** Resources whose objects are of another type: a rule set has rule templates. */
export const resourcesWithParts: Readonly<Partial<Record<ResourceName, typeof ruleSetParts>>> = {
  "cdn.RuleSet": ruleSetParts,
};
