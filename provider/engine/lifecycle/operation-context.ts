import { type Client, Deadline, type OperationClient, parseDuration } from "../../client/index.ts";
import { partName, partUrn } from "../../pulumi/formats/composite.ts";
import type { Properties } from "../../values/properties.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";

/** An operation on a resource: its limits, and where it shows its progress. */
export interface Operation extends Omit<Context, "client"> {
  /** When the object was last written, in milliseconds since 1970. */
  writtenAt?: number | undefined;
}

/** Returns the context of an operation. An operation gets its client here and nowhere else. */
export function contextOf(client: Client, { writtenAt, ...operation }: Operation): Context {
  const { urn: subject, signal, deadline } = operation;
  return { ...operation, client: client.bind({ subject, signal, deadline }, writtenAt) };
}

/** Returns the context for one of the objects of a resource, such as a rule of a set. It ends with the operation. */
export function partContext<Whole extends { client: OperationClient; urn: string; name: string }>(
  context: Whole,
  key: string,
): Whole {
  const urn = partUrn(context.urn, key);
  return { ...context, urn, name: partName(context.name, key), client: context.client.about(urn) };
}

/** What determines the timeout of an operation. */
export interface OperationTime {
  operation: "create" | "update" | "delete";
  /** With the input `timeouts`. */
  inputs: Properties;
  /** The option `customTimeouts`. */
  customMs: number | undefined;
}

/** Returns the deadline of an operation that waits: the input `timeouts`, then the option `customTimeouts`, then the setting. */
export function deadlineOf(
  { waits }: Pick<AnyHandler, "waits">,
  { settings }: Client,
  { operation, inputs, customMs }: OperationTime,
): Deadline {
  if (waits !== true) return Deadline.never;
  const { timeouts } = inputs as { timeouts?: Readonly<Record<string, unknown>> };
  const declaredMs = parseDuration(String(timeouts?.[operation] ?? ""));
  if (declaredMs !== undefined) return new Deadline(declaredMs, `timeouts.${operation}`);
  if (customMs !== undefined) return new Deadline(customMs, `customTimeouts.${operation}`);
  return new Deadline(settings.pollTimeoutSeconds * 1000, "pollTimeoutSeconds");
}
