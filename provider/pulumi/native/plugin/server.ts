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
  let pending = 0;
  const answering =
    <Request, Response>(handle: (request: Request) => unknown) =>
    async (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>) => {
      pending++;
      try {
        callback(null, ((await handle(call.request)) ?? new emptyProto.Empty()) as Response);
      } catch (error) {
        callback(serviceError(error));
      } finally {
        pending--;
      }
    };
  const streaming =
    <Request, Response>(handle: (request: Request) => Promise<readonly Response[]>) =>
    async (call: ServerWritableStream<Request, Response>) => {
      pending++;
      try {
        for (const message of await handle(call.request)) call.write(message);
        call.end();
      } catch (error) {
        call.emit("error", serviceError(error));
      } finally {
        pending--;
      }
    };
  server.addService(serviceProto.ResourceProviderService, {
    handshake: answering(service.handshake.bind(service)),
    getSchema: answering(service.getSchema.bind(service)),
    checkConfig: answering(service.checkConfig.bind(service)),
    diffConfig: answering(service.diffConfig.bind(service)),
    configure: answering(service.configure.bind(service)),
    invoke: answering(service.invoke.bind(service)),
    check: answering(service.check.bind(service)),
    diff: answering(service.diff.bind(service)),
    create: answering(service.create.bind(service)),
    read: answering(service.read.bind(service)),
    update: answering(service.update.bind(service)),
    delete: answering(service.delete.bind(service)),
    list: streaming<providerProto.ListRequest, providerProto.ListResponse>(service.list.bind(service)),
    cancel: answering(service.cancel.bind(service)),
    attach: answering((request: pluginProto.PluginAttach) => service.attach(request.getAddress())),
    getPluginInfo: answering(() => new pluginProto.PluginInfo().setVersion(version)),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, pending: () => pending, close: () => server.forceShutdown() };
}
