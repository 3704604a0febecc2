import { createRequire } from "node:module";
import type * as grpc from "@grpc/grpc-js";
import { engineAddress } from "../../engine/backend/engine-address.ts";
import { type LogLine, setLogSink } from "../../engine/lifecycle/progress.ts";

interface LogClient {
  log(request: unknown, callback: (error: grpc.ServiceError | null) => void): void;
}

interface Connection {
  client: LogClient;
  requestOf(line: LogLine): unknown;
}

/** Sends log lines to the engine that started this provider, with the SDK's copy of gRPC, which is already loaded. */
export function logToEngine(): void {
  let connection: Connection | undefined;
  setLogSink((line) => {
    connection ??= connect();
    // A lost log line must not fail the operation.
    connection?.client.log(connection.requestOf(line), () => undefined);
  });
}

function connect(): Connection | undefined {
  const address = engineAddress();
  if (address === undefined) return undefined;
  const fromHere = createRequire(import.meta.url);
  const { EngineClient } = fromHere("@pulumi/pulumi/proto/engine_grpc_pb.js");
  const { LogRequest } = fromHere("@pulumi/pulumi/proto/engine_pb.js");
  const { credentials } = createRequire(fromHere.resolve("@pulumi/pulumi"))("@grpc/grpc-js");
  return {
    client: new EngineClient(address, credentials.createInsecure()),
    requestOf: ({ severity, text, urn, ephemeral }) =>
      new LogRequest().setSeverity(severity).setMessage(text).setUrn(urn).setEphemeral(ephemeral),
  };
}
