import type { z } from "zod";
import { unwrap } from "./fields.ts";

type Schema = z.core.$ZodType;

/** Kinds of fields that platforms leave unset, each in its own form (behaviors `unsetText` to `unsetObject`). */
export type UnsetKind = "text" | "number" | "flag" | "list" | "object";

/** Endpoints with unset fields; without those of prices, where 0 is a price. */
const areas =
  /^(ruleTemplates|clusters|pools|reservations|appTemplates|apps|appLogs|secrets|tasks|gpuServers|streams)\./;

/** Fields that are always set: counts of a page, and fields of a cluster's logging (companion §2.4). */
const always = new Set(["count", "total_count", "offset", "destination_region_id", "topic_name"]);
/** Fields whose 0 means unset. */
const zeroIsUnset = new Set(["boot_volume_size", "template", "upgradeable_to"]);
/** Fields with their own behavior. */
const separate = new Set(["options", "params", "keypair", "id"]);

/** Returns the kind of a response's field that may be unset. */
export function unsetKind(endpointId: string, name: string, field: Schema): UnsetKind | undefined {
  if (!areas.test(endpointId) || always.has(name) || separate.has(name)) return undefined;
  const schema = unwrap(field);
  const { type } = schema._zod.def;
  if (type === "string" || type === "enum" || isOpenEnum(schema)) return "text";
  if (type === "number") return "number";
  // An omitted flag of a stream is true (platform-api §2.1).
  if (type === "boolean") return endpointId.startsWith("streams.") ? undefined : "flag";
  if (type === "array" || type === "record") return "list";
  return type === "object" ? "object" : undefined;
}

/** Whether a field's value means that it is unset. */
export function isUnsetValue(kind: UnsetKind, name: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (kind === "text") return value === "";
  if (kind === "number") return value === 0 && zeroIsUnset.has(name);
  if (kind === "flag") return value === false;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Returns the value of an unset field in one of its forms. */
export function unsetValue(kind: UnsetKind, form: "null" | "empty" | "zero" | "absent", field: Schema): unknown {
  if (form === "null") return null;
  if (form === "absent") return undefined;
  if (kind === "text") return "";
  if (kind === "number") return 0;
  return unwrap(field)._zod.def.type === "array" ? [] : {};
}

/** Whether a schema is a union of known values and any text. */
export function isOpenEnum(schema: Schema): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  return def.type === "union" && (def.options ?? []).some((option) => option._zod.def.type === "enum");
}
