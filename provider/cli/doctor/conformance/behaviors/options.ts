import { cdnOptions } from "../../../../api/index.ts";
import { isOptional, shapeOf, unwrap } from "../../../../schema/index.ts";
import { type Detectors, type Evidence, objectsWith, seen, undetermined, whereSome } from "./finding.ts";

type Fields = Record<string, unknown>;

/** How the platform writes the options of rule templates. */
export const optionDetectors: Detectors<"unsetOptions" | "optionFields" | "endTime" | "unknownOptions"> = {
  unsetOptions: (evidence) => {
    const names = Object.keys(cdnOptions);
    const hasAll = (options: unknown) => names.every((name) => (options as Fields)[name] !== undefined);
    return whereSome(optionsOf(evidence), hasAll, "null" as const);
  },
  optionFields: (evidence) => {
    const fields = optionsOf(evidence).flatMap(unsetFields);
    if (fields.length === 0) return undetermined("no option has an unset field");
    if (fields.includes(undefined)) return "default";
    return seen(fields.some((value) => value !== null) ? ("empty" as const) : ("null" as const));
  },
  endTime: (evidence) => {
    const times = optionsOf(evidence).flatMap(({ force_return: force }) => {
      const interval = (force as Fields | null | undefined)?.time_interval as Fields | null | undefined;
      return interval?.end_time === undefined ? [] : [interval.end_time];
    });
    return whereSome(times, (time) => typeof time === "number", "number" as const);
  },
  unknownOptions: (evidence) => {
    if (optionsOf(evidence).length === 0) return undetermined("no rule template was returned");
    return evidence.deviations.some(isUnknownOption) ? seen("added" as const) : "default";
  },
};

/** Whether a deviation is an option that the contract does not have. */
export function isUnknownOption({ endpoint, kind, path }: Evidence["deviations"][number]): boolean {
  return kind === "unknown field" && endpoint.startsWith("ruleTemplates.") && /(^|\.)options\.[^.]+$/.test(path);
}

function optionsOf(evidence: Evidence): Fields[] {
  return objectsWith(evidence, /^ruleTemplates\./, "options").flatMap(({ fields }) =>
    fields.options === null || fields.options === undefined ? [] : [fields.options as Fields],
  );
}

/** Values of optional option fields that are not set, in the form in which the platform writes them. */
function unsetFields(options: Fields): unknown[] {
  return Object.entries(options).flatMap(([name, option]) => {
    const schema = Object.hasOwn(cdnOptions, name) ? unwrap(cdnOptions[name as keyof typeof cdnOptions]) : undefined;
    const shape = schema && shapeOf(schema);
    if (shape === undefined || option === null || typeof option !== "object") return [];
    return Object.entries(shape)
      .filter(([, field]) => isOptional(field))
      .map(([key]) => (option as Fields)[key])
      .filter(isEmpty);
  });
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
