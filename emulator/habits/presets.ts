import type { HabitValues } from "./table.ts";

/** Habits that are found together; what a preset does not name is as the default. */
export const habitPresets = {
  /** As the sources show it. */
  documented: {},
  /** A server whose fields have no null: zero values for all that was not set. */
  zeroes: {
    unsetText: "empty",
    unsetNumber: "zero",
    unsetList: "empty",
    unsetObject: "empty",
    emptyParams: "empty",
    optionFields: "empty",
  },
  /** A server that says null for all that was not set. */
  nulls: {
    unsetText: "null",
    unsetNumber: "null",
    unsetFlag: "null",
    unsetList: "null",
    unsetObject: "null",
    unsetOptions: "null",
    optionFields: "null",
  },
  /** A server that leaves out all that was not set. */
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
  /** A platform of a later year. */
  newer: {
    unknownFields: "added",
    unknownOptions: "added",
    enumValues: "newer",
    ruleTemplateList: "wrapped",
    logTotal: "count",
    timestamps: "zoned",
    patchUpgrades: "nightly",
  },
  /** A platform that is large and slow to agree with itself. */
  large: { pageSize: 3, visibilityDelay: 5, strangers: "present", taskResources: "all" },
  /** In each point other than the default. */
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
