import type { Settings } from "../../../client/index.ts";
import { addressText } from "../../../resources/cluster/address.ts";
import type { Properties } from "../../../values/properties.ts";

/** The resource of this provider that corresponds to a resource of the platform's Terraform provider. */
export interface Counterpart {
  /** Name of the resource on the command line. */
  kind: string;
  /** The id in our format, or the reason why there is none. */
  idOf(attributes: Properties, settings: Pick<Settings, "projectId" | "regionId">): string | { reason: string };
  /**
   * Attributes with a different name here. Keys: the Terraform name in lower case without underscores. Values: our name, in the
   * user's spelling.
   */
  aliases?: Readonly<Record<string, string>>;
  /** Why attributes have no counterpart. Keys: the path in snake_case, with blocks in the plural. */
  absent?: Readonly<Record<string, string>>;
}

const numeric = ({ id }: Properties) =>
  /^\d+$/.test(String(id)) ? String(id) : { reason: `its id ${JSON.stringify(id)} is no number` };

const unknown = "the contract of the platform's API does not have it";
const sentBack = `${unknown}; an update sends it back as it reads it`;
const left = `${unknown}; it stays as it is on the platform`;

const ruleTemplate: Counterpart = {
  kind: "rule-template",
  idOf: numeric,
  aliases: { fastedge: "edgeapp" },
  absent: {
    "options.waap": sentBack,
    "options.waf": sentBack,
    "options.fastedge.on_request_headers_after_cache": sentBack,
  },
};
const appTemplate: Counterpart = {
  kind: "app-template",
  idOf: numeric,
  aliases: { binary: "binaryId", param: "params", type: "dataType" },
  absent: { "params.metadata": sentBack },
};
const secret: Counterpart = { kind: "secret", idOf: numeric, aliases: { slot: "secretSlots", id: "slot" } };
const cluster: Counterpart = {
  kind: "cluster",
  idOf: clusterId,
  aliases: { pool: "pools", cloudk8sclusterprovider: "provider" },
  absent: {
    add_ons: left,
    csi: left,
    security_group_rules: left,
    "pools.security_group_ids": left,
    "cni.cilium.cni_exclusive": sentBack,
    timeouts: "declare customTimeouts in the options of the resource",
  },
};

/** By type without the provider's prefix. Versions 0.x and 2.x name a cluster differently, and all other types alike. */
export const counterparts: Readonly<Record<string, Counterpart>> = {
  cdn_rule_template: ruleTemplate,
  k8sv2: cluster,
  cloud_k8s_cluster: cluster,
  fastedge_template: appTemplate,
  fastedge_secret: secret,
};

/** Both versions use only the name as the id, and take project and region from the resource or from the provider. */
function clusterId(
  attributes: Properties,
  settings: Pick<Settings, "projectId" | "regionId">,
): string | { reason: string } {
  const name = attributes.name ?? attributes.id;
  const projectId = numberOf(attributes.project_id ?? attributes.projectId) ?? settings.projectId;
  const regionId = numberOf(attributes.region_id ?? attributes.regionId) ?? settings.regionId;
  if (typeof name !== "string" || name === "") return { reason: "the state has no name of it" };
  if (projectId !== undefined && regionId !== undefined) return addressText({ projectId, regionId, name });
  return {
    reason:
      "the state does not say in which project and region it is: set cloudplatform:projectId and cloudplatform:regionId, or CLOUDPLATFORM_PROJECT_ID and CLOUDPLATFORM_REGION_ID",
  };
}

/** A number in a state may be stored as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
