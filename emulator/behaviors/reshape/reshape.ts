import type { Endpoint } from "@cloudplatform/pulumi/api";
import { type Fields, mapObjects } from "./walk.ts";

/** Transforms a successful response. */
export type Reshape = (response: unknown, endpoint: Endpoint) => unknown;

/** Transforms the objects in the responses of the endpoints whose ids match. */
export function fieldsReshape(ids: RegExp, change: (fields: Fields, name: string) => Fields): Reshape {
  return (body, { id, response }) =>
    response === undefined || !ids.test(id)
      ? body
      : mapObjects(response, body, (fields, _schema, name) => change(fields, name));
}

/** Replaces the value of a field that the object has. */
export function replaced(fields: Fields, name: string, value: (old: unknown) => unknown): Fields {
  return fields[name] === undefined ? fields : { ...fields, [name]: value(fields[name]) };
}

export function without(fields: Fields, name: string): Fields {
  const { [name]: _, ...rest } = fields;
  return rest;
}
