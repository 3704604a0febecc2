import type { z } from "zod";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";
import { child, shapeOf, unwrap, userSchema } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import type { Counterpart } from "./sources/counterparts.ts";

type Schema = z.core.$ZodType;

/**
 * Attributes that nobody declares: the id, the names of project and region (our id has their numbers), and computed attributes.
 * test/cli/terraform-schemas.test.ts fails if one of these can be declared.
 */
const ownAttributes = new Set(
  [
    ...["id", "projectName", "regionName", "taskId", "creatorTaskId", "securityGroupId", "checksum", "nodeCount"],
    ...["servergroupName", "servergroupId", "createdAt", "status", "appCount", "isPublic"],
  ].map(normalised),
);

/** Whether an attribute without a counterpart is left out of the report. */
export function isOwn(name: string): boolean {
  return ownAttributes.has(normalised(name));
}

/** An attribute with a value in the other tool's state but no counterpart in this provider. */
interface Unmapped {
  path: string;
  /** Absent: this release does not know the attribute. */
  reason?: string;
}

/** Attributes of a resource without a counterpart. */
export function unmappedAttributes(
  kind: ResourceDefinition,
  counterpart: Counterpart,
  attributes: Properties,
): Unmapped[] {
  const schemas = [kind.schema, kind.outputs].map((schema) => userSchema(schema));
  const reasons = new Map(Object.entries(counterpart.absent ?? {}).map(([path, reason]) => [pathKey(path), reason]));
  const paths = Object.entries(attributes).flatMap(([name, value]) =>
    unmapped(schemas, counterpart, name, value, name),
  );
  return paths.map((path) => {
    const reason = reasons.get(pathKey(path));
    return { path, ...(reason !== undefined && { reason }) };
  });
}

/** A key that is equal for both spellings, and for a block and the list that Pulumi turns it into. */
function pathKey(path: string): string {
  return path
    .split(".")
    .map((name) => normalised(name).replace(/s$/, ""))
    .join(".");
}

function unmapped(schemas: Schema[], counterpart: Counterpart, name: string, value: unknown, path: string): string[] {
  if (!isSet(value)) return [];
  const fields = schemas.flatMap((schema) => fieldOf(schema, name, counterpart) ?? []);
  if (fields.length === 0) return isOwn(name) ? [] : [path];
  return fields.every(isFree) ? [] : below(fields, counterpart, value, path);
}

function below(schemas: Schema[], counterpart: Counterpart, value: unknown, path: string): string[] {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    // In Terraform, a block that may occur only once is a list with one element.
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

/** A map with arbitrary keys. */
function isFree(schema: Schema): boolean {
  return unwrap(schema)._zod.def.type === "record";
}

function fieldOf(schema: Schema, name: string, { aliases = {} }: Counterpart): Schema | undefined {
  const shape = shapeOf(unwrap(schema));
  if (shape === undefined) return undefined;
  const find = (wanted: string) => Object.entries(shape).find(([own]) => normalised(own) === normalised(wanted))?.[1];
  // Pulumi names a list after the block, in the plural.
  for (const spelling of [name, name.replace(/s$/, "")]) {
    const field = find(spelling) ?? find(aliases[normalised(spelling)] ?? "");
    if (field !== undefined) return field;
  }
  return undefined;
}

function normalised(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function isSet(value: unknown): boolean {
  // An unset attribute is null; older releases of Terraform's SDK write an empty string instead.
  if (value === null || value === undefined || value === "") return false;
  if (typeof value !== "object") return true;
  return Object.values(value).some(isSet);
}
