import { AsyncLocalStorage } from "node:async_hooks";
import type { Properties } from "../../values/properties.ts";

/** Fields of the engine's request that the SDK does not pass to a dynamic provider. */
export interface EngineCall {
  /** The resource's current URN: the copy in its state may predate a rename. */
  urn?: string;
  /** `customTimeouts` of the operation. */
  timeoutMs?: number;
  /** The inputs in state, for a read or diff. */
  inputs?: () => Properties | undefined;
}

const calls = new AsyncLocalStorage<EngineCall>();

/** Returns the request being served; empty outside of one, and where requests cannot be watched. */
export function engineCall(): EngineCall {
  return calls.getStore() ?? {};
}

/** Serves a request; {@link engineCall} returns the call to the code that this runs. */
export function duringEngineCall<T>(call: EngineCall, serve: () => T): T {
  return calls.run(call, serve);
}

/** Sets the call for the rest of a request that began before requests were watched. */
export function beginEngineCall(call: EngineCall): void {
  if (calls.getStore() === undefined) calls.enterWith(call);
}

const controller = new AbortController();

/** Aborted when the engine cancels. */
export const cancellation: AbortSignal = controller.signal;

/** Ends all operations of this process because the engine cancels. */
export function cancelOperations(): void {
  controller.abort();
}
