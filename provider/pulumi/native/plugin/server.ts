import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from "@grpc/grpc-js";
import pluginProto from "@pulumi/pulumi/proto/plugin_pb.js";
import serviceProto from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import emptyProto from "google-protobuf/google/protobuf/empty_pb.js";
import { serviceError } from "./errors.ts";
import type { ProviderService } from "./provider-service.ts";

/** Messages of the engine contain whole resources; Pulumi's own limit is the same (rpcutil.GrpcChannelOptions). */
const maximumMessageBytes = 400 * 2 ** 20;

/** The server of one provider. */
export interface PluginServer {
  port: number;
  /** Number of calls in progress. */
  pending(): number;
  close(): void;
}

/** Serves a provider on a free port of this machine. */
export async function servePlugin(service: ProviderService, version: string): Promise<PluginServer> {
  const server = new Server({
    "grpc.max_receive_message_length": maximumMessageBytes,
    "grpc.max_send_message_length": maximumMessageBytes,
  });
  const calls = new Calls();
  server.addService(serviceProto.ResourceProviderService, {
    handshake: calls.answering(service.handshake.bind(service)),
    getSchema: calls.answering(service.getSchema.bind(service)),
    checkConfig: calls.answering(service.checkConfig.bind(service)),
    diffConfig: calls.answering(service.diffConfig.bind(service)),
    configure: calls.answering(service.configure.bind(service)),
    invoke: calls.answering(service.invoke.bind(service)),
    check: calls.answering(service.check.bind(service)),
    diff: calls.answering(service.diff.bind(service)),
    create: calls.answering(service.create.bind(service)),
    read: calls.answering(service.read.bind(service)),
    update: calls.answering(service.update.bind(service)),
    delete: calls.answering(service.delete.bind(service)),
    list: calls.streaming<providerProto.ListRequest, providerProto.ListResponse>(service.list.bind(service)),
    cancel: calls.answering(service.cancel.bind(service)),
    attach: calls.answering((request: pluginProto.PluginAttach) => service.attach(request.getAddress())),
    getPluginInfo: calls.answering(() => new pluginProto.PluginInfo().setVersion(version)),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, pending: () => calls.pending, close: () => server.forceShutdown() };
}

/** The calls in progress. Their errors become statuses of gRPC. */
class Calls {
  pending = 0;

  answering<Request, Response>(handle: (request: Request) => unknown) {
    return async (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>) => {
      this.pending++;
      try {
        callback(null, ((await handle(call.request)) ?? new emptyProto.Empty()) as Response);
      } catch (error) {
        callback(serviceError(error));
      } finally {
        this.pending--;
      }
    };
  }

  streaming<Request, Response>(handle: (request: Request) => Promise<readonly Response[]>) {
    return async (call: ServerWritableStream<Request, Response>) => {
      this.pending++;
      try {
        for (const message of await handle(call.request)) call.write(message);
        call.end();
      } catch (error) {
        call.emit("error", serviceError(error));
      } finally {
        this.pending--;
      }
    };
  }
}
