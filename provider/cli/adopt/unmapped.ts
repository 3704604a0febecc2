import type { z } from "zod";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";
import { child, unwrap, userSchema } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import type { Counterpart } from "./sources/counterparts.ts";

type Schema = z.core.$ZodType;

/** What the platform's Terraform provider keeps for itself, or shows of the object beside its declaration. */
const ownAttributes = new Set(
  [
    ...["id", "timeouts", "projectName", "regionName", "taskId", "creatorTaskId", "securityGroupId", "lastUpdated"],
    ...["checksum", "nodeCount", "servergroupName", "servergroupId", "createdAt", "status"],
  ].map(normalised),
);

/** Paths of attributes that have a value in the other tool's state, and no counterpart in this provider. */
export function unmappedAttributes(kind: ResourceDefinition, counterpart: Counterpart, attributes: Properties) {
  const schemas = [kind.schema, kind.outputs].map((schema) => userSchema(schema));
  return Object.entries(attributes).flatMap(([name, value]) => unmapped(schemas, counterpart, name, value, name));
}

function unmapped(schemas: Schema[], counterpart: Counterpart, name: string, value: unknown, path: string): string[] {
  if (!isSet(value)) return [];
  const fields = schemas.flatMap((schema) => fieldOf(schema, name, counterpart) ?? []);
  if (fields.length === 0) return ownAttributes.has(normalised(name)) ? [] : [path];
  return fields.every(isFree) ? [] : below(fields, counterpart, value, path);
}

function below(schemas: Schema[], counterpart: Counterpart, value: unknown, path: string): string[] {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    // A block that may stand once only is a list of one there.
    const elements = schemas.map((schema) => child(unwrap(schema), 0) ?? schema);
    const found = value.flatMap((element) => below(elements, counterpart, element, path));
    return [...new Set(found)];
  }
  const known = schemas.filter((schema) => !isFree(schema));
  if (known.length === 0) return [];
  return Object.entries(value).flatMap(([name, element]) =>
    unmapped(known, counterpart, name, element, `${path}.${name}`),
  );
}

/** A map whose keys are the user's. */
function isFree(schema: Schema): boolean {
  return unwrap(schema)._zod.def.type === "record";
}

function fieldOf(schema: Schema, name: string, { aliases = {} }: Counterpart): Schema | undefined {
  const { shape } = unwrap(schema)._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  if (shape === undefined) return undefined;
  const find = (wanted: string) => Object.entries(shape).find(([own]) => normalised(own) === normalised(wanted))?.[1];
  const alias = aliases[normalised(name)];
  // Pulumi calls a list by the plural of the block's name.
  return find(name) ?? (alias === undefined ? undefined : find(alias)) ?? find(name.replace(/s$/, ""));
}

function normalised(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return false;
  if (typeof value !== "object") return true;
  return Object.values(value).some(isSet);
}
