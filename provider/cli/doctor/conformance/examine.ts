import { cdnOptions, type Deviation, type Endpoint, endpoints } from "../../../api/index.ts";
import {
  alternative,
  child,
  isOpenEnum,
  isOptional,
  isUnset,
  metadataOf,
  shapeOf,
  unwrap,
} from "../../../schema/index.ts";
import { issueKind, typeName, valueType } from "./shapes.ts";

type Schema = Parameters<typeof unwrap>[0];
type Fields = Readonly<Record<string, unknown>>;

/** An object of a response, with the schema of its fields. */
export interface SeenObject {
  readonly endpoint: Endpoint;
  /** Path in the response, such as `results[].pools[]`. */
  readonly path: string;
  readonly fields: Fields;
  readonly shape: Readonly<Record<string, Schema>>;
}

/** The result of comparing a response with its schema. */
interface Examined {
  readonly objects: SeenObject[];
  readonly deviations: Deviation[];
  /** Deviations of unreadable objects, which say nothing about other objects. */
  readonly broken: Deviation[];
  /** Kinds of elements in its lists: readable ones, unreadable ones. */
  readonly elements: Set<"readable" | "broken">;
}

const nothing = (): Examined => ({ objects: [], deviations: [], broken: [], elements: new Set() });

/** Returns the name of an unknown field as the report may show it. */
export type ShownName = (name: string) => string;

/** Compares a successful response with its schema. */
export function examine(endpoint: Endpoint, value: unknown, shown: ShownName): Examined {
  const examined = nothing();
  if (endpoint.response === undefined) return examined;
  new Examiner(endpoint, shown).value(endpoint.response, value, "", examined);
  const isObject = examined.elements.size === 0;
  return isObject && isUnreadable(examined) ? { ...nothing(), broken: brokenOf(examined) } : examined;
}

class Examiner {
  readonly #endpoint: Endpoint;
  readonly #shown: ShownName;

  constructor(endpoint: Endpoint, shown: ShownName) {
    this.#endpoint = endpoint;
    this.#shown = shown;
  }

  value(schema: Schema, value: unknown, path: string, to: Examined): void {
    const bare = value !== null && typeof value === "object" ? alternative(unwrap(schema), value) : unwrap(schema);
    const { type } = bare._zod.def;
    if (Array.isArray(value) && type === "array") this.#list(bare, value, path, metadataOf(schema), to);
    else if (isPlain(value) && type === "object") this.#object(bare, value, path, to);
    else if (isPlain(value) && type === "record") this.#map(schema, bare, value, path, to);
    else this.#leaf(schema, value, path, to);
  }

  #list(bare: Schema, list: unknown[], path: string, { readEach }: { readEach?: true }, to: Examined): void {
    const element = child(bare, 0);
    if (element === undefined) return;
    const parts = list.map((item) => {
      const part = nothing();
      this.value(element, item, `${path}[]`, part);
      return part;
    });
    for (const part of parts) {
      const isRead = readEach !== true || !isUnreadable(part);
      if (readEach === true) to.elements.add(isRead ? "readable" : "broken");
      for (const below of part.elements) to.elements.add(below);
      to.broken.push(...(isRead ? part.broken : brokenOf(part)));
      if (!isRead) continue;
      to.deviations.push(...part.deviations);
      to.objects.push(...part.objects);
    }
  }

  #object(bare: Schema, fields: Fields, path: string, to: Examined): void {
    const { shape } = bare._zod.def as unknown as { shape: Record<string, Schema> };
    to.objects.push({ endpoint: this.#endpoint, path, fields, shape });
    for (const [name, field] of Object.entries(shape)) {
      const at = joined(path, name);
      if (fields[name] !== undefined) this.value(field, fields[name], at, to);
      else if (!isOptional(field) && !isAccepted(field, undefined))
        this.#deviates(to, at, "missing field", { expected: typeName(field) });
    }
    // An object without fields in the contract has no unknown fields.
    if (Object.keys(shape).length === 0) return;
    this.#bounds(fields, path, to);
    for (const [name, value] of Object.entries(fields))
      if (shape[name] === undefined && !isTotal(shape, name)) this.#unknown(path, name, value, to);
  }

  /** Maps have the user's keys; CDN options have the platform's. */
  #map(schema: Schema, bare: Schema, map: Fields, path: string, to: Examined): void {
    const isOptions = metadataOf(schema).verbatimKeys === true;
    for (const [name, value] of Object.entries(map)) {
      const element = child(bare, name);
      if (!isOptions) {
        if (element !== undefined) this.value(element, value, `${path}{}`, to);
      } else if (!Object.hasOwn(cdnOptions, name)) this.#unknown(path, name, value, to);
      else if (isPlain(value)) this.#option(cdnOptions[name as keyof typeof cdnOptions], value, joined(path, name), to);
      else if (value !== null && element !== undefined) this.#leaf(element, value, joined(path, name), to);
    }
  }

  /** Options use the schema of the request body, whose bounds exclude null and empty values, so unset fields are removed first. */
  #option(schema: Schema, option: Fields, path: string, to: Examined): void {
    const part = nothing();
    this.value(schema, withoutUnset(schema, option), path, part);
    to.deviations.push(...part.deviations);
  }

  /** Reports values outside the bounds that a request may set, for fields that requests have as well. */
  #bounds(fields: Fields, path: string, to: Examined): void {
    const body = requestShape(this.#endpoint, path);
    for (const [name, field] of Object.entries(body ?? {})) {
      const value = fields[name];
      if (typeof value !== "string" && typeof value !== "number") continue;
      // A zero value below the bounds means that the field is not set.
      if (isUnset(field, value) || !isLeaf(field)) continue;
      const kind = issueKind(field, value);
      if (kind !== undefined && kind !== "other type") this.#deviates(to, joined(path, name), kind, {});
    }
  }

  #leaf(schema: Schema, value: unknown, path: string, to: Examined): void {
    const kind = issueKind(schema, value);
    const isNew = kind === undefined && isNewValue(unwrap(schema), value);
    if (isNew) this.#deviates(to, path, "other value", { types: [valueType(value)] });
    else if (kind !== undefined)
      this.#deviates(to, path, kind, { types: [valueType(value)], expected: typeName(schema) });
  }

  #unknown(path: string, name: string, value: unknown, to: Examined): void {
    this.#deviates(to, joined(path, this.#shown(name)), "unknown field", { types: [valueType(value)] });
  }

  #deviates(to: Examined, path: string, kind: Deviation["kind"], more: Partial<Deviation>): void {
    to.deviations.push({ endpoint: this.#endpoint.id, path, kind, ...more });
  }
}

const joined = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

function isPlain(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

const isBroken = ({ kind }: Deviation) => kind === "other type" || kind === "missing field";
const isUnreadable = ({ deviations }: Examined) => deviations.filter(isBroken).length > 1;
const brokenOf = ({ broken, deviations }: Examined) => [
  ...broken,
  ...deviations.filter(({ kind }) => kind !== "unknown field"),
];

const isAccepted = (schema: Schema, value: unknown) => issueKind(schema, value) === undefined;

/** Some platforms return `total_count` in place of `count`. */
const isTotal = (shape: Readonly<Record<string, Schema>>, name: string) =>
  name === "total_count" && shape.count !== undefined;

const leafTypes = new Set(["string", "number", "enum", "int"]);
const isLeaf = (schema: Schema) => leafTypes.has(unwrap(schema)._zod.def.type);

function isNewValue(schema: Schema, value: unknown): boolean {
  if (!isOpenEnum(schema)) return false;
  const { options } = schema._zod.def as unknown as { options: Schema[] };
  return !options.some((option) => option._zod.def.type === "enum" && isAccepted(option, value)) && value !== "";
}

/** Fields of the request that creates an object, if the path is the object itself. */
function requestShape({ id }: Endpoint, path: string): Record<string, Schema> | undefined {
  const [noun = ""] = id.split(".");
  const isElement = /^(\w*\[\])?$/.test(path);
  const body = isElement ? (endpoints as Record<string, Endpoint>)[`${noun}.create`]?.body : undefined;
  return body && shapeOf(body);
}

/** Removes empty values of fields that the schema knows. */
function withoutUnset(schema: Schema, fields: Fields): Fields {
  const isEmpty = (value: unknown) =>
    value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
  const isKnown = (name: string) => child(unwrap(schema), name) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isKnown(name) || !isEmpty(value)));
}
