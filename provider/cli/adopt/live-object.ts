import { originOf } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { inputNames } from "../../engine/compare/live-inputs.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { AnyHandler, Context } from "../../engine/handler/handler.ts";
import { readAsDeclared } from "../../engine/lifecycle/as-declared.ts";
import { ProcessOwnership } from "../../engine/ownership/ownership.ts";
import { outputsOf } from "../../pulumi/formats/hidden-properties.ts";
import type { Properties } from "../../values/properties.ts";
import { MissingError, UsageError } from "../exit-codes.ts";
import type { Kind } from "./kinds.ts";

/** A live object to be added to a program. */
export interface LiveObject {
  kind: Kind;
  id: string;
  /** Inputs in canonical form, as in state. */
  inputs: Properties;
  /** Inputs without defaults, as in a hand-written program. */
  written: Properties;
  outputs: Properties;
}

/** Reads an object and converts it to what its declaration would be. Changes nothing. */
export async function readLive(kind: Kind, text: string, client: OperationClient): Promise<LiveObject> {
  const { handler } = kind;
  const id = idOf(handler, text);
  const context: Context = {
    ...{ client, urn: "", name: id, signal: client.scope.signal, deadline: client.scope.deadline },
    ...{ progress: () => undefined, warn: () => undefined, ownership: new ProcessOwnership() },
  };
  const found = await readAsDeclared(handler, id, context);
  if (found === undefined) throw new MissingError(`There is no ${handler.noun} ${id}.`, "CP3002");
  const { inputs, written, state, failures } = found;
  if (failures.length > 0)
    throw new OperationError(
      `${handler.noun} ${id} cannot be declared as it is: ${failures.map(({ property, reason }) => `${property} ${reason}`).join("; ")}.`,
      "CP3003",
    );
  const outputs = { ...outputsOf(inputNames(handler), inputs, state, {}), __origin: await originOf(client) };
  return { kind, id, inputs, written, outputs };
}

function idOf(handler: AnyHandler, text: string): string {
  try {
    return handler.importId?.(text) ?? text;
  } catch (error) {
    if (error instanceof OperationError) throw new UsageError(error.detail, error.errorCode);
    throw error;
  }
}
