import type { HabitValues } from "./table.ts";

/** Habits that occur together; a preset leaves the others at their default. */
export const habitPresets = {
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
  /** Every habit differs from its default. */
  contrary: {
    unsetText: "absent",
    unsetNumber: "absent",
    unsetFlag: "null",
    unsetList: "null",
    unsetObject: "empty",
    unsetOptions: "null",
    optionFields: "empty",
    cdnPatch: "replace",
    ruleTemplateList: "wrapped",
    endTime: "number",
    pageSize: 1,
    unknownFields: "added",
    unknownOptions: "added",
    enumValues: "newer",
    strangers: "present",
    timestamps: "unzoned",
    visibilityDelay: 5,
    versionPrefix: "none",
    patchUpgrades: "nightly",
    noopPatch: "task",
    nameConflict: "400",
    resizeBeyondBounds: "refused",
    keypair: "withheld",
    taskResources: "all",
    priceStatusCase: "upper",
    unitSizes: "number",
    reservationRefusal: "400",
    emptyParams: "empty",
    owned: "echoed",
    templateId: "omitted",
    logTotal: "count",
  },
} as const satisfies Record<string, Partial<HabitValues>>;

export type PresetName = keyof typeof habitPresets;

export const presetNames = Object.keys(habitPresets) as PresetName[];
