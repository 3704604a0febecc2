import { isUnsetValue, type UnsetKind, unsetKind, unsetValue } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";
import type { BehaviorValues } from "../table.ts";
import type { Reshape } from "./index.ts";
import { accepts, type Fields, mapObjects, shapeOf } from "./walk.ts";

type Form = "as-seen" | "null" | "empty" | "zero" | "absent";

/** Writes unset fields in the form of the behaviors, where the response schema accepts it. */
export function unsetReshape(behaviors: BehaviorValues): Reshape | undefined {
  const forms: Record<UnsetKind, Form> = {
    text: behaviors.unsetText,
    number: behaviors.unsetNumber,
    flag: behaviors.unsetFlag,
    list: behaviors.unsetList,
    object: behaviors.unsetObject,
  };
  if (Object.values(forms).every((form) => form === "as-seen")) return undefined;
  const change = (id: string, fields: Fields, schema: z.core.$ZodType) => {
    const changed = { ...fields };
    for (const [name, field] of Object.entries(shapeOf(schema) ?? {})) {
      const kind = unsetKind(id, name, field);
      if (kind === undefined) continue;
      const form = forms[kind];
      if (form === "as-seen" || !isUnsetValue(kind, name, fields[name])) continue;
      // Logging is null or complete.
      if (name === "logging" && form === "empty") continue;
      const value = unsetValue(kind, form, field);
      if (!accepts(field, value)) continue;
      if (value === undefined) delete changed[name];
      else changed[name] = value;
    }
    return changed;
  };
  return (body, { id, response }) =>
    response === undefined ? body : mapObjects(response, body, (fields, schema) => change(id, fields, schema));
}
