import ts from "typescript";
import { camel, child, defaultOf, metadataOf, shapeOf, unwrap } from "../../../schema/index.ts";
import { documentation, type PublicTypes } from "./program.ts";
import type { EnumSpec, ObjectSpec, PropertySpec, TypeSpec } from "./types.ts";

type Schema = NonNullable<Parameters<typeof metadataOf>[0]>;

/** Where a type occurs: its area, and the names above it, from which an unnamed type gets its name. */
interface Place {
  area: string;
  name: string;
  /** Whether the values are from a response: the platform may add others, so they are not enumerations. */
  isResponse?: boolean;
  /** The contract's schemas of the values. */
  schemas: readonly Schema[];
}

const anyValue: TypeSpec = { $ref: "pulumi.json#/Any" };

/** Converts TypeScript types to those of a package schema. */
export class TypeConverter {
  /** Objects and enumerations by their tokens. */
  readonly types: Record<string, ObjectSpec | EnumSpec> = {};
  readonly #public: PublicTypes;

  constructor(types: PublicTypes) {
    this.#public = types;
  }

  /** Returns the properties of an object type. */
  object(type: ts.Type, place: Place): ObjectSpec {
    const { checker } = this.#public;
    const spec: ObjectSpec = { type: "object", properties: {} };
    const required: string[] = [];
    for (const symbol of checker.getPropertiesOfType(type)) {
      const { name } = symbol;
      const schemas = place.schemas.flatMap((schema) => fieldOf(schema, name) ?? []);
      const property = this.property(symbol, checker.getTypeOfSymbol(symbol), { ...place, schemas, name: place.name });
      spec.properties[name] = property;
      if ((symbol.flags & ts.SymbolFlags.Optional) === 0) required.push(name);
    }
    return required.length === 0 ? spec : { ...spec, required: required.sort() };
  }

  /** Returns a property with its documentation; `place` is that of its object. */
  property(symbol: ts.Symbol, type: ts.Type, place: Place): PropertySpec {
    const { text, deprecated } = documentation(this.#public.checker, symbol);
    const spec: PropertySpec = this.type(type, { ...place, name: `${place.name}${pascal(symbol.name)}` });
    if (text !== "") spec.description = text;
    if (deprecated !== undefined) spec.deprecationMessage = deprecated;
    const value = place.isResponse === true || spec.$ref !== undefined ? undefined : plainDefault(place.schemas);
    if (value !== undefined) spec.default = value;
    if (place.schemas.some((schema) => metadataOf(schema).secret === true)) spec.secret = true;
    return spec;
  }

  type(type: ts.Type, place: Place): TypeSpec {
    const { checker } = this.#public;
    const members = (type.isUnion() ? type.types : [type]).filter((one) => !isNothing(one));
    const [only] = members;
    if (only === undefined) return anyValue;
    if (members.length === 1) return this.#one(only, place);
    if (members.every((one) => one.flags & ts.TypeFlags.BooleanLiteral)) return { type: "boolean" };
    if (members.every((one) => one.isStringLiteral() || one.isNumberLiteral()))
      return this.#enumeration(type, members, place);
    const isObject = (one: ts.Type) => (one.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayType(one);
    if (members.every(isObject)) return this.#variants(members, place);
    const specs = members.map((one) => this.#scalar(one, place) ?? this.#listOfScalars(one, place) ?? anyValue);
    if (specs.includes(anyValue)) return anyValue;
    // Known texts, and any other text, become one type.
    const alternatives = [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()];
    const [first] = alternatives;
    return alternatives.length === 1 && first !== undefined ? first : { oneOf: alternatives };
  }

  /** Converts a union of objects, such as a price that is known or not, to one type with the fields of all of them. */
  #variants(members: readonly ts.Type[], place: Place): TypeSpec {
    const token = `cloudplatform:${place.area}:${place.name}`;
    const specs = members.map((one) => this.object(one, place));
    const [first = [], ...others] = specs.map((spec) => spec.required ?? []);
    const required = first.filter((name) => others.every((one) => one.includes(name)));
    const properties = Object.assign({}, ...specs.toReversed().map((spec) => spec.properties));
    this.types[token] ??= { type: "object", properties, required };
    return { $ref: `#/types/${token}` };
  }

  #one(type: ts.Type, place: Place): TypeSpec {
    const { checker } = this.#public;
    const scalar = this.#scalar(type, place);
    if (scalar !== undefined) return scalar;
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      const schemas = place.schemas.flatMap((schema) => child(unwrap(schema), 0) ?? []);
      return { type: "array", items: element === undefined ? anyValue : this.type(element, { ...place, schemas }) };
    }
    if ((type.flags & ts.TypeFlags.Object) === 0 && !type.isIntersection()) return anyValue;
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index !== undefined) {
      const schemas = place.schemas.flatMap((schema) => child(unwrap(schema), "any") ?? []);
      return { type: "object", additionalProperties: this.type(index, { ...place, schemas }) };
    }
    return this.#named(type, place);
  }

  #scalar(type: ts.Type, { schemas, name }: Place): TypeSpec | undefined {
    if (type.flags & ts.TypeFlags.StringLike) return { type: "string" };
    if (type.flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
    if (type.flags & ts.TypeFlags.BigIntLike) return { type: "string" };
    if (type.flags & ts.TypeFlags.NumberLike) return { type: isWhole(schemas, name) ? "integer" : "number" };
    // `string & Record<never, never>` means any text.
    if (type.isIntersection() && type.types.some((one) => one.flags & ts.TypeFlags.String)) return { type: "string" };
    return undefined;
  }

  #listOfScalars(type: ts.Type, place: Place): TypeSpec | undefined {
    const { checker } = this.#public;
    if (!checker.isArrayType(type)) return undefined;
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    const items = element && this.#scalar(element, place);
    return items && { type: "array", items };
  }

  #named(type: ts.Type, place: Place): TypeSpec {
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const isNamed = symbol !== undefined && !symbol.name.startsWith("__");
    const area = (symbol && this.#public.areaOf(symbol)) ?? place.area;
    const token = `cloudplatform:${area}:${isNamed ? symbol.name : place.name}`;
    if (this.types[token] === undefined) {
      // Registered before its properties, which may refer back to it.
      const spec: ObjectSpec = { type: "object", properties: {} };
      this.types[token] = spec;
      const { text } = isNamed ? documentation(this.#public.checker, symbol) : { text: "" };
      const name = isNamed ? symbol.name : place.name;
      Object.assign(spec, {
        ...(text !== "" && { description: text }),
        ...this.object(type, { ...place, area, name }),
      });
    }
    return { $ref: `#/types/${token}` };
  }

  #enumeration(type: ts.Type, members: readonly ts.Type[], place: Place): TypeSpec {
    const alias = type.aliasSymbol;
    const area = (alias && this.#public.areaOf(alias)) ?? place.area;
    const token = `cloudplatform:${area}:${alias?.name ?? place.name}`;
    const values = members.map((one) => (one as ts.LiteralType).value as string | number);
    const isText = values.every((value) => typeof value === "string");
    // Go programs that Pulumi generates do not compile with enumerations of numbers; the description lists the values.
    if (place.isResponse === true || !isText) return { type: isText ? "string" : "integer" };
    const entries = values.map((value) => ({ ...nameOf(value), value }));
    this.types[token] ??= { type: "string", enum: entries };
    return { $ref: `#/types/${token}` };
  }
}

/** The name of a member whose value yields none, or in Java the same one as another value: `-id` beside `id`. */
function nameOf(value: string | number): { name?: string } {
  if (value === "") return { name: "None" };
  const [, descending] = /^-(\w+)$/.exec(String(value)) ?? [];
  return descending === undefined ? {} : { name: `${pascal(descending)}Descending` };
}

function isNothing(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Never | ts.TypeFlags.Void)) !== 0;
}

/** Returns the default of a property if it is a plain value. */
function plainDefault(schemas: readonly Schema[]): string | number | boolean | undefined {
  for (const schema of schemas) {
    const value = defaultOf(schema);
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  }
  return undefined;
}

/** The schema of a field by the user's name. */
export function fieldOf(schema: Schema, name: string): Schema | undefined {
  const fields = Object.entries(shapeOf(unwrap(schema)) ?? {});
  return fields.find(([wire]) => wire === name || camel(wire) === name)?.[1];
}

/** Whether numbers are integers: according to the contract or, for outputs that it does not describe, to their name. */
function isWhole(schemas: readonly Schema[], name: string): boolean {
  const bare = schemas.map((schema) => unwrap(schema));
  if (bare.length === 0) return /(Id|Count|Length|Client|Total)$/.test(name);
  return bare.some((schema) => {
    const {
      checks = [],
      values = [],
      format,
    } = schema._zod.def as {
      checks?: { _zod: { def: { format?: string } } }[];
      values?: unknown[];
      format?: string;
    } & object;
    return (
      format === "safeint" ||
      checks.some((check) => check._zod.def.format === "safeint") ||
      values.some(Number.isInteger)
    );
  });
}

export function pascal(name: string): string {
  return name.replace(/(^|[_-])(\w)/g, (_all, _mark, letter: string) => letter.toUpperCase());
}
