import { cdnOptions, timeOfDayText } from "@cloudplatform/pulumi/api";
import { isOptional, shapeOf, unwrap } from "@cloudplatform/pulumi/schema";
import { z } from "zod";
import type { Reshape } from "../reshape/reshape.ts";
import { type Fields, mapObjects } from "../reshape/walk.ts";
import { choice } from "./behavior.ts";

const fieldsOf = z.looseObject({});

/** Transforms the options of each rule template in a response. */
function optionsReshape(change: (options: Fields) => Fields): Reshape {
  return (body, { id, response }) => {
    if (response === undefined || !id.startsWith("ruleTemplates.")) return body;
    return mapObjects(response, body, (fields) => {
      const options = fieldsOf.safeParse(fields.options);
      return options.success ? { ...fields, options: change(options.data) } : fields;
    });
  };
}

/** An option with its unset fields added. */
function withUnset(option: Fields, shape: Record<string, z.core.$ZodType>, form: "null" | "empty"): Fields {
  const unset = Object.entries(shape).filter(([name, field]) => option[name] === undefined && isOptional(field));
  return {
    ...option,
    ...Object.fromEntries(unset.map(([name, field]) => [name, form === "null" ? null : empty(field)])),
  };
}

function empty(field: z.core.$ZodType): unknown {
  const { type } = unwrap(field)._zod.def;
  if (type === "number") return 0;
  if (type === "array") return [];
  if (type === "record") return {};
  return type === "string" || type === "enum" ? "" : null;
}

const timed = z.looseObject({
  time_interval: z.looseObject({ end_time: z.union([z.string(), z.number()]) }),
});

/** YAML 1.1 reads `20:00` as 1200; `09:00` stays text because of its leading zero (companion §3.3). */
function baseSixty(text: string): string | number {
  const match = /^([1-9]\d?):(\d\d)$/.exec(text);
  return match === null ? text : Number(match[1]) * 60 + Number(match[2]);
}

/** How the options of rule templates are written. */
export const optionBehaviors = {
  optionFields: choice(
    ["absent", "null", "empty"],
    "Unset fields of a CDN option, such as `custom_values`.",
    "companion §3.2",
    {
      reshape: (form) => {
        const schemas: Record<string, z.core.$ZodType> = cdnOptions;
        return optionsReshape((options) =>
          Object.fromEntries(
            Object.entries(options).map(([name, option]) => {
              const shape = schemas[name] && shapeOf(unwrap(schemas[name]));
              const fields = fieldsOf.safeParse(option);
              return [name, shape && fields.success ? withUnset(fields.data, shape, form) : option];
            }),
          ),
        );
      },
    },
  ),
  unsetOptions: choice(["absent", "null"], "Unset CDN options.", "open point: CDN PATCH; companion §3.2", {
    reshape: () => {
      const nulls = Object.fromEntries(Object.keys(cdnOptions).map((name) => [name, null]));
      return optionsReshape((options) => ({ ...nulls, ...options }));
    },
  }),
  endTime: choice(
    ["text", "number"],
    "`end_time` of `force_return`: `20:00`, or the number 1200 that YAML 1.1 reads.",
    "platform-api §2.2, companion §3.3",
    {
      reshape: () =>
        optionsReshape((options) => {
          const found = timed.safeParse(options.force_return);
          if (!found.success) return options;
          const { time_interval: interval } = found.data;
          const asNumber = { ...interval, end_time: baseSixty(timeOfDayText(interval.end_time)) };
          return { ...options, force_return: { ...found.data, time_interval: asNumber } };
        }),
    },
  ),
  unknownOptions: choice(["none", "added"], "Rule templates have an unknown option.", "companion §9", {
    reshape: () => optionsReshape((options) => ({ ...options, x_future_option: { enabled: true, value: ["a"] } })),
  }),
};
