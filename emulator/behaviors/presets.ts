import { type BehaviorValues, readingTable } from "./table.ts";

/** The last value of each choice among the behaviors of the platform itself. */
const lastValues: Partial<BehaviorValues> = Object.fromEntries(
  Object.entries(readingTable).flatMap(([name, behavior]) =>
    behavior.kind === "choice" ? [[name, behavior.values.at(-1)]] : [],
  ),
);

/** Behaviors that occur together. A preset leaves all others at their defaults. */
export const behaviorPresets = {
  /** As documented by the sources. */
  documented: {},
  /** A server without nullable fields: zero values for unset fields. */
  zeroes: {
    unsetText: "empty",
    unsetNumber: "zero",
    unsetList: "empty",
    unsetObject: "empty",
    emptyParams: "empty",
    optionFields: "empty",
  },
  /** A server that returns null for unset fields. */
  nulls: {
    unsetText: "null",
    unsetNumber: "null",
    unsetFlag: "null",
    unsetList: "null",
    unsetObject: "null",
    unsetOptions: "null",
    optionFields: "null",
  },
  /** A server that omits unset fields. */
  sparse: {
    unsetText: "absent",
    unsetNumber: "absent",
    unsetFlag: "absent",
    unsetList: "absent",
    unsetObject: "absent",
    emptyParams: "absent",
    keypair: "withheld",
    templateId: "omitted",
  },
  /** A later version of the platform. */
  newer: {
    unknownFields: "added",
    unknownOptions: "added",
    enumValues: "newer",
    ruleTemplateList: "wrapped",
    logTotal: "count",
    timestamps: "zoned",
    patchUpgrades: "nightly",
  },
  /** A large, eventually consistent platform. */
  large: { pageSize: 3, visibilityDelay: 5, strangers: "present", taskResources: "all" },
  /** All behaviors of the platform itself differ from their defaults, by the last value or another one. */
  contrary: {
    ...lastValues,
    unsetFlag: "null",
    unsetList: "null",
    unsetObject: "empty",
    emptyParams: "empty",
    logTotal: "count",
    pageSize: 1,
    visibilityDelay: 5,
  },
} as const satisfies Record<string, Partial<BehaviorValues>>;

export type PresetName = keyof typeof behaviorPresets;

export const presetNames = Object.keys(behaviorPresets) as PresetName[];
