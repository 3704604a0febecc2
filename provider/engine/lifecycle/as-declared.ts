import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { defaultOf, knownFields, mapWithSchema, userSchema, withoutUnset } from "../../schema/index.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { inputNames } from "../compare/live-inputs.ts";
import { checkInputs } from "../compare/validate-inputs.ts";
import type { AnyHandler, CheckFailure, Context, ReadResult } from "../handler/handler.ts";

/** A live object as a program would declare it. */
interface AsDeclared {
  id: string;
  /** Inputs in canonical form, as in state. If there are failures: as the platform has them. */
  inputs: Properties;
  /** The same without defaults, as in a hand-written program. */
  written: Properties;
  state: Properties;
  /** Why the object cannot be declared as it is. */
  failures: CheckFailure[];
}

type Seen = ReadResult<Properties, Properties>;

/**
 * Reads an object that is not in state, and returns what its declaration would be. Undefined: there is no such object.
 *
 * Reads twice, the second time as if the live values were declared: a read leaves out what the platform has filled in, and an
 * update, which sends the whole declaration, would clear those values.
 */
export async function readAsDeclared(
  handler: AnyHandler,
  id: string,
  context: Context,
): Promise<AsDeclared | undefined> {
  const first: Seen | undefined = await handler.read(id, {}, context);
  if (first === undefined) return undefined;
  const found: Seen | undefined = await handler.read(id, inputsIn(handler, first.state), context);
  if (found === undefined) return undefined;
  const { assumed = {}, absent = {}, normalise = (live: Properties) => live } = handler.adoption ?? {};
  const given = normalise({ ...absent, ...withoutNull(plain(found.inputs)), ...assumed });
  const { inputs, failures } = checkInputs(handler, given);
  return {
    ...{ id: found.id, inputs, failures, state: { ...absent, ...withoutNull(plain(found.state)), ...assumed } },
    written: failures.length > 0 ? given : written(handler, given, inputs),
  };
}

function withoutNull(fields: Properties): Properties {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Returns the fields of a state that are also inputs, without unset ones. */
function inputsIn(handler: AnyHandler, state: Properties): Properties {
  const names = new Set(inputNames(handler));
  const fields = Object.fromEntries(
    Object.entries(plain(state)).flatMap(([name, value]) => (names.has(name) ? declarableFields(name, value) : [])),
  );
  // Outputs show the platform's values of unset fields, which no program could declare.
  const own = knownFields(handler.schema, fields);
  const others = Object.entries(fields).filter(([name]) => !(name in own));
  return { ...Object.fromEntries(others), ...(withoutUnset(handler.schema, own) as Properties) };
}

/** Returns a field unless its value is empty. A list keeps its elements, since an empty text may be one of them. */
function declarableFields(name: string, value: unknown): [string, unknown][] {
  if (value === null || value === "") return [];
  if (Array.isArray(value)) return [[name, value.map((element) => declarableFields("", element)[0]?.[1] ?? element)]];
  if (typeof value !== "object") return [[name, value]];
  const fields = Object.entries(value).flatMap(([key, element]) => declarableFields(key, element));
  return fields.length === 0 ? [] : [[name, Object.fromEntries(fields)]];
}

/** Returns the declaration for the program. Defaults are left out field by field where the meaning stays the same. */
function written(handler: AnyHandler, given: Properties, inputs: Properties): Properties {
  const isSame = (candidate: Properties) => isDeepStrictEqual(checkInputs(handler, candidate).inputs, inputs);
  const short = withoutDefaults(handler.schema, given) as Properties;
  if (isSame(short)) return short;
  let result = given;
  for (const name of Object.keys(given)) {
    const { [name]: _, ...others } = result;
    const candidate = short[name] === undefined ? others : { ...others, [name]: short[name] };
    if (isSame(candidate)) result = candidate;
  }
  return result;
}

/** Returns a value without the fields that have their default. */
export function withoutDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  return omitDefaults(userSchema(schema), value);
}

function omitDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined) return element;
    const standard = Array.isArray(value) ? undefined : defaultOf(field);
    const isDefault = standard !== undefined && isDeepStrictEqual(element, standard);
    return isDefault ? undefined : omitDefaults(field, element);
  });
}
