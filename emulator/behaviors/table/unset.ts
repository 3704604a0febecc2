import { isUnsetValue, shapeOf, type UnsetKind, unsetKind, unsetValue } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";
import type { Reshape } from "../reshape/reshape.ts";
import { accepts, type Fields, mapObjects } from "../reshape/walk.ts";
import { choice } from "./behavior.ts";

/** Forms of an unset value that has an empty value, too. */
const unsetForms = ["as-seen", "null", "empty", "absent"] as const;

type Form = "null" | "empty" | "zero" | "absent";

/** How unset fields are written. */
export const unsetBehaviors = {
  unsetText: choice(
    unsetForms,
    "Unset text, such as `descr` or `servergroup_policy` of bare metal.",
    "companion §2.4, §5.3",
    { reshape: unsetReshape("text") },
  ),
  unsetNumber: choice(
    ["as-seen", "null", "zero", "absent"],
    "Unset numbers, such as `boot_volume_size` of bare metal (seen: 0).",
    "companion §2.3, §2.4",
    { reshape: unsetReshape("number") },
  ),
  unsetFlag: choice(["as-seen", "null", "absent"], "Flags that are false, such as `is_ipv6`.", "companion §2.4", {
    reshape: unsetReshape("flag"),
  }),
  unsetList: choice(
    unsetForms,
    "Empty lists and maps, such as `taints` or `networks`.",
    "platform-api §6, companion §5.3",
    { reshape: unsetReshape("list") },
  ),
  unsetObject: choice(unsetForms, "Unset objects, such as `authentication`.", "platform-api §2.3, companion §2.4", {
    reshape: unsetReshape("object"),
  }),
};

/** Writes unset fields of a kind in another form, where the response schema accepts it. */
function unsetReshape(kind: UnsetKind): (form: Form) => Reshape {
  return (form) =>
    (body, { id, response }) =>
      response === undefined
        ? body
        : mapObjects(response, body, (fields, schema) => withUnset(id, fields, schema, kind, form));
}

function withUnset(id: string, fields: Fields, schema: z.core.$ZodType, kind: UnsetKind, form: Form): Fields {
  const changed = { ...fields };
  for (const [name, field] of Object.entries(shapeOf(schema) ?? {})) {
    if (unsetKind(id, name, field) !== kind || !isUnsetValue(kind, name, fields[name])) continue;
    // Logging is null or complete.
    if (name === "logging" && form === "empty") continue;
    const value = unsetValue(kind, form, field);
    if (!accepts(field, value)) continue;
    if (value === undefined) delete changed[name];
    else changed[name] = value;
  }
  return changed;
}
