import { credentials } from "@grpc/grpc-js";
import engineServiceProto from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineProto from "@pulumi/pulumi/proto/engine_pb.js";
import { engineAddress } from "../../../engine/backend/engine-address.ts";
import { setLogSink } from "../../../engine/lifecycle/progress.ts";

/** Sends log lines to the engine that started the plugin. */
export function logToEngine(): void {
  let client: { log(request: engineProto.LogRequest, done: () => void): unknown } | undefined;
  let connected: string | undefined;
  setLogSink(({ severity, text, urn, ephemeral }) => {
    const address = engineAddress();
    if (address === undefined) return;
    if (client === undefined || address !== connected)
      client = new engineServiceProto.EngineClient(address, credentials.createInsecure());
    connected = address;
    const line = new engineProto.LogRequest().setSeverity(severity).setMessage(text).setUrn(urn);
    // A lost log line must not fail the operation.
    client.log(line.setEphemeral(ephemeral), () => undefined);
  });
}
