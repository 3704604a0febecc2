import { isDeepStrictEqual } from "node:util";
import type { OperationClient } from "../../client/index.ts";
import { inputNames } from "../../engine/compare/live-inputs.ts";
import { checkInputs } from "../../engine/compare/validate-inputs.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { AnyHandler, Context, ReadResult } from "../../engine/handler/handler.ts";
import { outputsOf } from "../../pulumi/formats/hidden-properties.ts";
import { knownFields, withoutUnset } from "../../schema/index.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { MissingError, UsageError } from "../exit-codes.ts";
import type { Kind } from "./kinds.ts";
import { withoutDefaults } from "./without-defaults.ts";

/** A live object that becomes part of a program. */
export interface LiveObject {
  kind: Kind;
  id: string;
  /** Inputs in canonical form, as they stand in state. */
  inputs: Properties;
  /** The same without defaults, as in a hand-written program. */
  written: Properties;
  outputs: Properties;
}

type Seen = ReadResult<Properties, Properties>;

/** Reads an object and turns it into what its declaration would be. Changes nothing. */
export async function readLive(kind: Kind, text: string, client: OperationClient): Promise<LiveObject> {
  const { handler } = kind;
  const id = idOf(handler, text);
  const context: Context = {
    ...{ client, urn: "", name: id, signal: client.scope.signal, deadline: client.scope.deadline },
    ...{ progress: () => undefined, warn: () => undefined },
  };
  const first = await read(handler, id, {}, context);
  // Declared once with the live values: else server defaults would be left out, and an update, which
  // sends the whole declaration, would clear it.
  const { inputs: seen, state } = await read(handler, id, inputsIn(handler, first.state), context);
  const { assumed = {}, absent = {}, normalise = (live) => live } = kind.adoption;
  const given = normalise({ ...absent, ...plain(seen), ...assumed });
  const { inputs, failures } = checkInputs(handler, given);
  if (failures.length > 0)
    throw new OperationError(
      `${handler.noun} ${id} cannot be declared as it is: ${failures.map(({ property, reason }) => `${property} ${reason}`).join("; ")}.`,
      "CP3003",
    );
  const outputs = outputsOf(inputNames(handler), inputs, { ...state, ...assumed }, {});
  return { kind, id, inputs, written: written(handler, given, inputs), outputs };
}

function idOf(handler: AnyHandler, text: string): string {
  try {
    return handler.importId?.(text) ?? text;
  } catch (error) {
    if (error instanceof OperationError) throw new UsageError(error.detail, error.errorCode);
    throw error;
  }
}

async function read(handler: AnyHandler, id: string, declared: Properties, context: Context): Promise<Seen> {
  const found: Seen | undefined = await handler.read(id, declared, context);
  if (found === undefined) throw new MissingError(`There is no ${handler.noun} ${id}.`, "CP3002");
  return found;
}

/** The fields of a state that are inputs as well, without those that are not set. */
function inputsIn(handler: AnyHandler, state: Properties): Properties {
  const names = new Set(inputNames(handler));
  const fields = Object.fromEntries(
    Object.entries(plain(state)).flatMap(([name, value]) => (names.has(name) ? declarableFields(name, value) : [])),
  );
  // Outputs show what the platform answers for a field that is not set; no program could declare that.
  const own = knownFields(handler.schema, fields);
  const others = Object.entries(fields).filter(([name]) => !(name in own));
  return { ...Object.fromEntries(others), ...(withoutUnset(handler.schema, own) as Properties) };
}

/** A field, unless its value is nothing. A list keeps its elements: an empty text may be one. */
function declarableFields(name: string, value: unknown): [string, unknown][] {
  if (value === null || value === "") return [];
  if (Array.isArray(value)) return [[name, value.map((element) => declarableFields("", element)[0]?.[1] ?? element)]];
  if (typeof value !== "object") return [[name, value]];
  const fields = Object.entries(value).flatMap(([key, element]) => declarableFields(key, element));
  return fields.length === 0 ? [] : [[name, Object.fromEntries(fields)]];
}

/** The declaration in the program: without defaults, field by field where the meaning is the same. */
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
