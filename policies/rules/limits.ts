import { limits } from "@cloudplatform/pulumi/api";
import { type Limit, lengthOf, limitRule } from "../engine/limit-rule.ts";
import type { ResourceRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

const { cdn, edge, kubernetes, reservations } = limits;

/** A field of each element of a list: of pools, parameters or reserved resources. */
const each =
  (list: string, ...fields: string[]) =>
  (value: Value): Value[] =>
    value
      .get(list)
      .elements()
      .flatMap((element) => fields.map((field) => element.get(field)));

const field =
  (...path: string[]) =>
  (value: Value): Value[] => [path.reduce((below, name) => below.get(name), value)];

/** The platform's bounds that are rules, in the order of the table of rules. */
const table: readonly Limit[] = [
  {
    name: "app-template-long-description",
    on: "edge.AppTemplate",
    what: "the long description of an app template",
    of: field("longDescr"),
    measure: "length",
    bounds: edge.templateLongDescrLength,
    reference: "companion §5.2",
  },
  {
    name: "app-template-name-length",
    on: "edge.AppTemplate",
    what: "the name of an app template",
    of: field("name"),
    measure: "length",
    bounds: edge.templateNameLength,
    reference: "companion §5.2",
  },
  {
    name: "app-template-param-name",
    on: "edge.AppTemplate",
    what: "the name of an app template's parameter",
    of: each("params", "name"),
    measure: "length",
    bounds: edge.templateParamNameLength,
    reference: "companion §5.2",
  },
  {
    name: "app-template-short-description",
    on: "edge.AppTemplate",
    what: "the short description of an app template",
    of: field("shortDescr"),
    measure: "length",
    bounds: edge.templateShortDescrLength,
    reference: "companion §5.2",
  },
  {
    name: "cluster-keypair-length",
    on: "kubernetes.Cluster",
    what: "the name of a cluster's key pair",
    of: field("keypair"),
    measure: "length",
    bounds: kubernetes.keypairLength,
    reference: "platform-api §2.3, §8",
  },
  {
    name: "cluster-log-retention",
    on: "kubernetes.Cluster",
    what: "the retention of a cluster's logs",
    of: field("logging", "retentionPolicy", "period"),
    measure: "number",
    bounds: kubernetes.logRetention,
    unit: " days",
    reference: "platform-api §2.3; companion §2.3",
  },
  {
    name: "cluster-name-length",
    on: "kubernetes.Cluster",
    what: "the name of a cluster",
    of: field("name"),
    measure: "length",
    bounds: kubernetes.clusterNameLength,
    reference: "platform-api §2.3, §8",
  },
  {
    name: "cluster-pool-count",
    on: "kubernetes.Cluster",
    what: "the pools of a cluster",
    of: field("pools"),
    measure: "count",
    bounds: kubernetes.pools,
    reference: "platform-api §2.3, §8",
    remediation: "Declare at least one pool, and no more than the configured maximum.",
  },
  {
    name: "pool-boot-volume-size",
    on: "kubernetes.Cluster",
    what: "the boot volume of a node",
    of: each("pools", "bootVolumeSize"),
    measure: "number",
    bounds: kubernetes.bootVolumeSize,
    unit: " GiB",
    reference: "companion §2.3",
  },
  {
    name: "pool-name-length",
    on: "kubernetes.Cluster",
    what: "the name of a pool",
    of: each("pools", "name"),
    measure: "length",
    bounds: kubernetes.poolNameLength,
    reference: "companion §2.3",
  },
  {
    name: "pool-node-count",
    on: "kubernetes.Cluster",
    what: "the minimum and maximum number of nodes of a pool",
    of: each("pools", "minNodeCount", "maxNodeCount"),
    measure: "number",
    bounds: kubernetes.nodeCount,
    reference: "companion §2.3",
  },
  {
    name: "reservation-resource-count",
    on: "reservations.Reservation",
    what: "the resources of a reservation",
    of: field("resources"),
    measure: "count",
    bounds: reservations.resources,
    reference: "platform-api §2.6",
    remediation: "Name at least one resource, and no more than the configured maximum.",
  },
  {
    name: "reservation-resource-value",
    on: "reservations.Reservation",
    what: "the quantity of a reserved resource",
    of: each("resources", "resourceValue"),
    measure: "number",
    bounds: reservations.resourceValue,
    reference: "companion §4.2",
  },
  {
    name: "rule-length",
    on: "cdn.RuleTemplate",
    what: "the pattern of a rule template",
    of: field("rule"),
    measure: "length",
    // The provider and the platform add a leading slash, which is not part of the declared pattern.
    lengthOf: (rule) => lengthOf(rule.replace(/^\//, "")),
    bounds: cdn.ruleLength,
    reference: "platform-api §2.2, §8",
    remediation: "Shorten the pattern, or split it into several rule templates.",
  },
  {
    name: "rule-type",
    on: "cdn.RuleTemplate",
    what: "the type of a rule",
    of: field("ruleType"),
    measure: "number",
    bounds: cdn.ruleType,
    reference: "platform-api §2.2, §8",
  },
  {
    name: "rule-weight",
    on: "cdn.RuleTemplate",
    what: "the weight of a rule template",
    of: field("weight"),
    measure: "number",
    bounds: cdn.weight,
    reference: "platform-api §2.2, §8",
  },
];

export const limitRules: readonly ResourceRule[] = table.map(limitRule);
