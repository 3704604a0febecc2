import { Metadata, status } from "@grpc/grpc-js";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import statusProto from "@pulumi/pulumi/proto/status_pb.js";
import anyProto from "google-protobuf/google/protobuf/any_pb.js";
import { ResourceInitError } from "../../engine/failure.ts";
import type { Properties } from "../../engine/handler.ts";
import { structOf } from "./wire-properties.ts";

/** An error that keeps a resource in state: the next `up` updates it. */
class PartialStateError extends Error {
  readonly details: providerProto.ErrorResourceInitFailed;

  constructor(message: string, details: providerProto.ErrorResourceInitFailed) {
    super(message);
    this.details = details;
  }
}

/** Runs an operation; an error after which the object exists takes its id and outputs along. */
export async function withPartialState<T>(
  action: () => Promise<T>,
  outputsOf: (properties: Properties) => Properties,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ResourceInitError)) throw error;
    const details = new providerProto.ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(structOf(outputsOf(error.properties)))
      .setReasonsList([...error.reasons]);
    throw new PartialStateError(error.message, details);
  }
}

/** An error as gRPC sends it. Details travel in a field of the metadata that Go's gRPC reads. */
export function serviceError(error: unknown): { code: status; details: string; metadata?: Metadata } {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof PartialStateError)) return { code: status.UNKNOWN, details: message };
  const packed = new anyProto.Any();
  packed.pack(error.details.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = new statusProto.Status().setCode(status.UNKNOWN).setMessage(message);
  whole.addDetails(packed);
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return { code: status.UNKNOWN, details: message, metadata };
}
