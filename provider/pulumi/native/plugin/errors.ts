import { Metadata, status } from "@grpc/grpc-js";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import statusProto from "@pulumi/pulumi/proto/status_pb.js";
import anyProto from "google-protobuf/google/protobuf/any_pb.js";
import { PartialStateError } from "../../../engine/lifecycle/errors.ts";
import type { Result } from "../../../engine/lifecycle/request.ts";
import type { Properties } from "../../../values/properties.ts";
import { structOf } from "./wire-properties.ts";

/** An error that keeps a resource in state, with the details that gRPC sends. */
class InitFailedError extends Error {
  readonly details: providerProto.ErrorResourceInitFailed;

  constructor(message: string, details: providerProto.ErrorResourceInitFailed) {
    super(message);
    this.details = details;
  }
}

/** Runs an operation; an error after which the object exists takes its id and outputs along. */
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

/** An error as gRPC sends it. Details travel in a field of the metadata that Go's gRPC reads. */
export function serviceError(error: unknown): { code: status; details: string; metadata?: Metadata } {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof InitFailedError)) return { code: status.UNKNOWN, details: message };
  const packed = new anyProto.Any();
  packed.pack(error.details.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = new statusProto.Status().setCode(status.UNKNOWN).setMessage(message);
  whole.addDetails(packed);
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return { code: status.UNKNOWN, details: message, metadata };
}
