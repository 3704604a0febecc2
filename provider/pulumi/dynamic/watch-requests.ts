import { createRequire } from "node:module";
import type { Properties } from "../../values/properties.ts";
import { callOf, type EngineRequest } from "../formats/engine-request.ts";
import { beginEngineCall, cancelOperations, duringEngineCall } from "./request-context.ts";

/**
 * The engine reports Ctrl-C to a provider with the call `Cancel`, which a dynamic provider does not receive: the SDK's method
 * does nothing. We detect the call when the gRPC server looks up its handler. That place is not public; if it disappears, waits
 * simply run to their end, as in every other dynamic provider.
 */
const cancelMethod = "/pulumirpc.ResourceProvider/Cancel";

interface GrpcServer {
  prototype: { _retrieveHandler?: (path: string) => unknown };
}

/**
 * Starts to watch for the engine's cancel and its requests, once per process. Returns whether that is possible: reads and checks
 * that were already in progress carry no URN.
 */
export function watchForCancel(): boolean {
  // The copy of grpc-js that @pulumi/pulumi itself uses.
  const fromPulumi = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
  const { Server } = fromPulumi("@grpc/grpc-js") as { Server?: GrpcServer };
  const original = Server?.prototype._retrieveHandler;
  if (Server === undefined || typeof original !== "function") return false;
  Server.prototype._retrieveHandler = function (this: unknown, path: string) {
    if (path === cancelMethod) cancelOperations();
    return withEngineCall(original.call(this, path));
  };
  watchFirstDeletions(fromPulumi("@pulumi/pulumi/proto/provider_pb.js") as Messages);
  return true;
}

/** Classes of the SDK's messages. */
export interface Messages {
  DeleteRequest?: { prototype: EngineRequest & { getId?: () => string } };
}

/**
 * The request that loads this module is already in progress, and a destroy starts with deletions. By the URN in state, which may
 * predate `pulumi stack rename`, an object of this stack would seem to be another stack's, and would be forgotten instead of
 * deleted. The SDK asks such a request for its id right before it calls the provider.
 */
export function watchFirstDeletions({ DeleteRequest }: Messages): void {
  const getId = DeleteRequest?.prototype.getId;
  if (DeleteRequest === undefined || getId === undefined) return;
  DeleteRequest.prototype.getId = function (this: EngineRequest) {
    beginEngineCall(callOf(this));
    return getId.call(this);
  };
}

type Answer = (...response: unknown[]) => unknown;
type Serve = (call: { request?: EngineRequest & WithInputs }, answer: Answer) => unknown;

interface Struct {
  toJavaScript(): Properties;
}

interface WithInputs {
  /** Of a read request. */
  getInputs?(): Struct | undefined;
  /** Of a diff request. */
  getOldInputs?(): Struct | undefined;
}

/** Wraps a handler of the gRPC server so that it serves each request inside its {@link EngineCall}. */
function withEngineCall(handler: unknown): unknown {
  if (handler === null || typeof handler !== "object" || !("func" in handler)) return handler;
  if (typeof handler.func !== "function") return handler;
  const serve = handler.func as Serve;
  const func: Serve = (call, answer) => {
    const inputs = () => (call.request?.getInputs?.() ?? call.request?.getOldInputs?.())?.toJavaScript();
    return duringEngineCall({ ...callOf(call.request), inputs }, () => serve(call, answer));
  };
  return { ...handler, func };
}
