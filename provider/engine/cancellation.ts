import { createRequire } from "node:module";
import { withEngineCall } from "./engine-call.ts";

/**
 * The engine reports Ctrl-C to a provider by the call `Cancel`, which a dynamic provider does not receive: its own
 * method does nothing. We notice the call where the gRPC server looks up its handler. That place is not public; when
 * it is missing one day, waits simply run to their end, as they do for every other dynamic provider.
 */
const cancelMethod = "/pulumirpc.ResourceProvider/Cancel";

const controller = new AbortController();

/** Aborted when the engine cancels. */
export const cancellation: AbortSignal = controller.signal;

/** Ends all operations of this process: the engine cancels. */
export function cancelOperations(): void {
  controller.abort();
}

interface GrpcServer {
  prototype: { _retrieveHandler?: (path: string) => unknown };
}

/** Begins to watch for the engine's cancel and its requests; once a process. Returns whether that is possible here. */
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
  return true;
}
