import { Metadata, status } from "@grpc/grpc-js";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import statusProto from "@pulumi/pulumi/proto/status_pb.js";
import anyProto from "google-protobuf/google/protobuf/any_pb.js";
import { EngineError, errorCodeOf, PartialStateError } from "../../../engine/lifecycle/errors.ts";
import type { Result } from "../../../engine/lifecycle/request.ts";
import type { ErrorCode } from "../../../errors/index.ts";
import type { Properties } from "../../../values/properties.ts";
import { structOf } from "./wire-properties.ts";

/** The plugin has no resource or function of this name. */
export class NotFoundError extends Error {}

/**
 * gRPC statuses by family of error. Any other error is UNKNOWN, or INTERNAL for a defect: with these, the engine assumes that the
 * object may have changed. UNIMPLEMENTED is reserved for methods that the plugin does not have; the engine continues without
 * them.
 */
const statuses: Readonly<Partial<Record<ErrorCode, status>>> = {
  ...withStatus(status.INVALID_ARGUMENT, ["CP1001", "CP1002", "CP1003", "CP1004", "CP1005", "CP1006", "CP1102"]),
  ...withStatus(status.INVALID_ARGUMENT, [
    "CP2001",
    "CP2002",
    "CP2003",
    "CP2004",
    "CP2005",
    "CP2006",
    "CP2101",
    "CP2120",
  ]),
  ...withStatus(status.UNAUTHENTICATED, ["CP1103"]),
  ...withStatus(status.PERMISSION_DENIED, ["CP1104"]),
  ...withStatus(status.NOT_FOUND, ["CP1105", "CP2102", "CP2104", "CP2115", "CP2118"]),
  ...withStatus(status.RESOURCE_EXHAUSTED, ["CP1106"]),
  ...withStatus(status.DEADLINE_EXCEEDED, ["CP1202"]),
  ...withStatus(status.CANCELLED, ["CP1203"]),
  ...withStatus(status.ALREADY_EXISTS, ["CP2105", "CP2113", "CP2403"]),
  ...withStatus(status.FAILED_PRECONDITION, ["CP2103", "CP2106", "CP2108", "CP2116", "CP2117", "CP2121", "CP2123"]),
  CP9001: status.INTERNAL,
};

function withStatus(code: status, codes: readonly ErrorCode[]): Partial<Record<ErrorCode, status>> {
  return Object.fromEntries(codes.map((one) => [one, code]));
}

function statusOf(error: unknown): status {
  if (error instanceof NotFoundError) return status.NOT_FOUND;
  const code = error instanceof EngineError ? error.errorCode : errorCodeOf(error);
  return statuses[code] ?? status.UNKNOWN;
}

/** An error that keeps a resource in state, with the details that gRPC sends. */
class InitFailedError extends Error {
  readonly details: providerProto.ErrorResourceInitFailed;

  constructor(message: string, details: providerProto.ErrorResourceInitFailed) {
    super(message);
    this.details = details;
  }
}

/** Runs an operation. An error after which the object exists gets the object's id and outputs. */
export async function withPartialState<T>(
  action: () => Promise<T>,
  outputsOf: (made: Result) => Properties,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof PartialStateError)) throw error;
    const details = new providerProto.ErrorResourceInitFailed()
      .setId(error.made.id)
      .setProperties(structOf(outputsOf(error.made)))
      .setReasonsList([error.message]);
    throw new InitFailedError(error.message, details);
  }
}

/** Converts an error to the form that gRPC sends. Details travel in a metadata field that Go's gRPC reads. */
export function serviceError(error: unknown): { code: status; details: string; metadata?: Metadata } {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof InitFailedError)) return { code: statusOf(error), details: message };
  const packed = new anyProto.Any();
  packed.pack(error.details.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = new statusProto.Status().setCode(status.UNKNOWN).setMessage(message);
  whole.addDetails(packed);
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return { code: status.UNKNOWN, details: message, metadata };
}
