import type grpc from "@grpc/grpc-js";
import callbackService from "@pulumi/pulumi/proto/callback_grpc_pb.js";
import callbackProto from "@pulumi/pulumi/proto/callback_pb.js";
import resourceProto from "@pulumi/pulumi/proto/resource_pb.js";
import { packageOfSdk } from "../pulumi/program/sdk/isolated-run.ts";
import { optionsOf, propertiesOf, type Registration, registrationOf } from "./registration.ts";

type Callback = callbackProto.Callback;
type Client = InstanceType<typeof callbackService.CallbacksClient>;

/** Calls a program's transforms, in the engine's order: those of the resource, of its parents, of the stack. */
export class Transforms {
  readonly #ofStack: Callback[] = [];
  readonly #ofResources = new Map<string, readonly Callback[]>();
  readonly #clients = new Map<string, Client>();

  addToStack(callback: Callback): void {
    this.#ofStack.push(callback);
  }

  /** Keeps the transforms that apply to the children of a component. */
  keep(urn: string, parent: string, callbacks: readonly Callback[]): void {
    this.#ofResources.set(urn, [...callbacks, ...(this.#ofResources.get(parent) ?? [])]);
  }

  async apply(request: resourceProto.RegisterResourceRequest): Promise<Registration> {
    let options = optionsOf(request);
    let properties = request.getObject();
    const callbacks = [
      ...request.getTransformsList(),
      ...(this.#ofResources.get(request.getParent()) ?? []),
      ...this.#ofStack,
    ];
    for (const callback of callbacks) {
      const transformRequest = new resourceProto.TransformRequest();
      transformRequest.setType(request.getType());
      transformRequest.setName(request.getName());
      transformRequest.setCustom(request.getCustom());
      transformRequest.setParent(request.getParent());
      transformRequest.setProperties(properties);
      transformRequest.setOptions(options);
      const bytes = await this.#call(callback, transformRequest.serializeBinary());
      const answer = resourceProto.TransformResponse.deserializeBinary(bytes);
      properties = answer.getProperties() ?? properties;
      options = answer.getOptions() ?? options;
    }
    return registrationOf(request, propertiesOf(properties), options);
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #call(callback: Callback, bytes: Uint8Array): Promise<Uint8Array> {
    const target = callback.getTarget();
    const { credentials } = packageOfSdk<typeof grpc>("@grpc/grpc-js");
    const client =
      this.#clients.get(target) ?? new callbackService.CallbacksClient(target, credentials.createInsecure());
    this.#clients.set(target, client);
    const request = new callbackProto.CallbackInvokeRequest();
    request.setToken(callback.getToken());
    request.setRequest(bytes);
    return new Promise((resolve, reject) => {
      client.invoke(request, (error: Error | null, response: callbackProto.CallbackInvokeResponse) => {
        if (error === null) resolve(response.getResponse_asU8());
        else reject(error);
      });
    });
  }
}
