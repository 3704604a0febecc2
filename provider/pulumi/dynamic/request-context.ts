import { AsyncLocalStorage } from "node:async_hooks";
import type { Properties } from "../../values/properties.ts";

/** Fields of the engine's request that the SDK does not pass to a dynamic provider. */
export interface EngineCall {
  /** The resource's URN now: after a rename the copy in its state is an earlier one. */
  urn?: string;
  /** `customTimeouts` of the operation. */
  timeoutMs?: number;
  /** The inputs in state, of a read or a comparison. */
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

/** What is left of a request that began before requests were watched finds its call. */
export function beginEngineCall(call: EngineCall): void {
  if (calls.getStore() === undefined) calls.enterWith(call);
}
