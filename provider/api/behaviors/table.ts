import { amount, choice } from "./behavior.ts";
import { transitTable } from "./transit-table.ts";

/** Forms of an unset value that has an empty value, too. */
const unsetForms = ["as-seen", "null", "empty", "absent"] as const;

/** Behaviors of the platform that the contract and the companion facts leave open. The first value is the default. */
const readingTable = {
  unsetText: choice(
    unsetForms,
    "Unset text, such as `descr` or `servergroup_policy` of bare metal.",
    "companion §2.4, §5.3",
  ),
  unsetNumber: choice(
    ["as-seen", "null", "zero", "absent"],
    "Unset numbers, such as `boot_volume_size` of bare metal (seen: 0).",
    "companion §2.3, §2.4",
  ),
  unsetFlag: choice(["as-seen", "null", "absent"], "Flags that are false, such as `is_ipv6`.", "companion §2.4"),
  unsetList: choice(
    unsetForms,
    "Empty lists and maps, such as `taints` or `networks`.",
    "platform-api §6, companion §5.3",
  ),
  unsetObject: choice(unsetForms, "Unset objects, such as `authentication`.", "platform-api §2.3, companion §2.4"),
  unsetOptions: choice(["absent", "null"], "Unset CDN options.", "open point: CDN PATCH; companion §3.2"),
  optionFields: choice(
    ["absent", "null", "empty"],
    "Unset fields of a CDN option, such as `custom_values`.",
    "companion §3.2",
  ),
  cdnPatch: choice(
    ["merge", "replace"],
    "PATCH of a rule template merges `options` by name, or replaces all of them.",
    "open point: CDN PATCH; companion §3.2",
  ),
  ruleTemplateList: choice(
    ["as-asked", "bare", "wrapped"],
    "The list of rule templates is a bare array, or wrapped when the request paginates; or always one of the two.",
    "companion §3.1",
  ),
  endTime: choice(
    ["text", "number"],
    "`end_time` of `force_return`: `20:00`, or the number 1200 that YAML 1.1 reads.",
    "platform-api §2.2, companion §3.3",
  ),
  pageSize: amount(
    1000,
    "Maximum number of items in a page, whether the request paginates or not. 0: no maximum.",
    "companion §7.3",
  ),
  unknownFields: choice(["none", "added"], "Objects have an unknown field.", "companion §9"),
  unknownOptions: choice(["none", "added"], "Rule templates have an unknown option.", "companion §9"),
  enumValues: choice(
    ["known", "newer"],
    "Values of read-only enums: those of the sources, or new ones of a later platform.",
    "companion §1.3, §2.2, §9",
  ),
  strangers: choice(
    ["none", "present"],
    "Lists contain an object of each kind whose fields have unexpected types and values.",
    "companion §9",
  ),
  timestamps: choice(
    ["as-seen", "zoned", "unzoned"],
    "Timestamps with or without a time zone.",
    "open point: zone; companion §1.2, §4.3",
  ),
  visibilityDelay: amount(
    3600,
    "Seconds of the platform's clock until get and list return a created object.",
    "companion §11",
  ),
  versionPrefix: choice(["v", "none"], "Kubernetes versions are `v1.31.9`, or `1.31.9`.", "companion §2.3"),
  patchUpgrades: choice(
    ["never", "nightly"],
    "At 03:00 UTC the platform upgrades clusters to the latest patch of their minor version.",
    "companion §2.5",
  ),
  noopPatch: choice(
    ["no-task", "task"],
    'PATCH of a cluster without a change returns `{"tasks": []}`, or starts a task.',
    "open point: PATCH that changes nothing",
  ),
  nameConflict: choice(
    ["409", "400"],
    "Status of a create whose name is already used.",
    "open point: name taken; companion §11",
  ),
  resizeBeyondBounds: choice(
    ["accepted", "refused"],
    "Resizing a pool beyond its bounds changes the bounds, or is refused.",
    "companion §2.1",
  ),
  keypair: choice(["returned", "withheld"], "Responses for clusters include `keypair`, or omit it.", "companion §2.4"),
  taskResources: choice(
    ["created", "all"],
    "A finished create names the cluster only, or its pools too, with empty lists for other kinds.",
    "companion §1.2",
  ),
  priceStatusCase: choice(
    ["lower", "upper"],
    "`price_status` in lower case, or in upper case.",
    "platform-api §2.6, open point: capitals",
  ),
  unitSizes: choice(
    ["contract", "text", "number"],
    "`unit_size_*`: text in reservations and numbers in prices, or one of them in both.",
    "platform-api §2.6, companion §4.3",
  ),
  reservationRefusal: choice(
    ["409", "400"],
    "Status of deleting a reservation that is no longer `CREATED`.",
    "open point: deleting a reservation; companion §11",
  ),
  emptyParams: choice(
    ["null", "empty", "absent"],
    "`params` of an edge template without parameters.",
    "companion §5.3",
  ),
  owned: choice(
    ["false", "echoed"],
    "`owned` is always false, or echoes the request.",
    "companion §5.3, open point: `owned`",
  ),
  templateId: choice(
    ["returned", "omitted"],
    "The response for a single edge template has an `id`, or not.",
    "companion §5.3",
  ),
  logTotal: choice(
    ["total_count", "count", "both"],
    "Field with the number of logs that match the filters.",
    "platform-api §4 #10, companion §9",
  ),
} as const;

/** Behaviors that `cloudplatform doctor --conformance` reports, and with which the emulator can be started. */
export const behaviorTable = { ...readingTable, ...transitTable };

/** Behaviors of responses that come from the platform itself, current and complete: different readings of the sources. */
export const readingNames = Object.keys(readingTable) as (keyof typeof readingTable)[];

export type BehaviorName = keyof typeof behaviorTable;

type ValueOf<Behavior> = Behavior extends { values: readonly (infer Value)[] } ? Value : number;

/** A value for each behavior. */
export type BehaviorValues = { readonly [Name in BehaviorName]: ValueOf<(typeof behaviorTable)[Name]> };

export const behaviorNames = Object.keys(behaviorTable) as BehaviorName[];
