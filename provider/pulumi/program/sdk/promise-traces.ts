import { createRequire } from "node:module";
import { lose } from "./lost-features.ts";

/** In the SDK, but not in its types. */
interface Internals {
  debuggablePromise?: Watch & { [withoutTrace]?: true };
  debugPromiseLeaks?: boolean;
}

/** Tracks a promise until it is settled, with the stack trace of its creation. */
type Watch = (promise: Promise<unknown>, context: unknown) => Promise<unknown>;

const withoutTrace = Symbol.for("@cloudplatform/pulumi/sdk-promise-traces");

/**
 * Keeps the SDK from taking stack traces for its report of leaked promises, which shows them only if `PULUMI_DEBUG_PROMISE_LEAKS`
 * is set. The SDK creates some promises for each property and each request: their traces took four fifths of a constructor's
 * time.
 */
export function takeNoPromiseTraces(): void {
  const internals = debuggable();
  const { debuggablePromise: watch, debugPromiseLeaks } = internals;
  if (debugPromiseLeaks === true || watch?.[withoutTrace] === true) return;
  if (watch === undefined || !Object.getOwnPropertyDescriptor(internals, "debuggablePromise")?.writable) {
    lose("promises without stack traces: the constructor of a resource takes longer");
    return;
  }
  const quick: Watch = (promise, context) => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return watch(promise, context);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
  internals.debuggablePromise = Object.assign(quick, { [withoutTrace]: true as const });
}

/** The SDK's files call it as a property of this module. */
function debuggable(): Internals {
  try {
    return createRequire(import.meta.url)("@pulumi/pulumi/runtime/debuggable.js");
  } catch {
    return {};
  }
}
