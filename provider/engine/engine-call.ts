import { AsyncLocalStorage } from "node:async_hooks";
import type { Properties } from "./handler.ts";
import { keepHeapSmall } from "./heap.ts";

/** Fields of the engine's request that the SDK does not pass to a dynamic provider. */
export interface EngineCall {
  /** The resource's URN now: after a rename the copy in its state is an earlier one. */
  urn?: string;
  /** `customTimeouts` of the operation, in seconds. */
  timeoutSeconds?: number;
  /** The inputs in state, of a read. */
  inputs?: () => Properties | undefined;
}

const calls = new AsyncLocalStorage<EngineCall>();

/** The request that is being answered; empty outside of one, and where requests cannot be watched. */
export function engineCall(): EngineCall {
  return calls.getStore() ?? {};
}

/** Serves a request; what it runs finds the call by {@link engineCall}. */
export function duringEngineCall<T>(call: EngineCall, serve: () => T): T {
  return calls.run(call, serve);
}

/** A request of the engine, as the SDK's generated code reads it. */
interface Request {
  getUrn?(): string;
  getTimeout?(): number;
  getInputs?(): { toJavaScript(): Properties } | undefined;
}

type Answer = (...response: unknown[]) => unknown;
type Serve = (call: { request?: Request }, answer: Answer) => unknown;

/** A handler of the gRPC server that answers each request inside its {@link EngineCall}. Its responses count for {@link keepHeapSmall}. */
export function withEngineCall(handler: unknown): unknown {
  if (handler === null || typeof handler !== "object" || !("func" in handler)) return handler;
  if (typeof handler.func !== "function") return handler;
  const serve = handler.func as Serve;
  const func: Serve = (call, answer) =>
    duringEngineCall({ ...callOf(call.request), inputs: () => call.request?.getInputs?.()?.toJavaScript() }, () =>
      serve(call, (...response) => {
        void keepHeapSmall();
        return answer(...response);
      }),
    );
  return { ...handler, func };
}

/** Fields of a request besides its properties. */
export function callOf(request: Request | undefined): EngineCall {
  const urn = request?.getUrn?.();
  const timeoutSeconds = request?.getTimeout?.();
  return {
    ...(urn === undefined || urn === "" ? {} : { urn }),
    ...(timeoutSeconds === undefined || !(timeoutSeconds > 0) ? {} : { timeoutSeconds }),
  };
}
