import { createRequire } from "node:module";
import { lose } from "./lost-features.ts";

type Store = Record<symbol, unknown>;

/** Where the SDK keeps the settings and connections of a run: the Automation API runs several inline programs in one process. */
export function storeOfRun(): Store {
  const getStore = stateOfSdk().getStore;
  if (typeof getStore === "function") return getStore();
  lose("the end of a run in a process that runs several programs: functions repeat the responses of earlier runs");
  return globalThis as Store;
}

/**
 * Returns a value of the current run, made on first use. All copies of this package get the same value for a symbol of `Symbol.for`: a
 * component of a library may come with a copy of its own.
 */
export function ofRun<T>(key: symbol, make: () => T): T {
  const store = storeOfRun();
  store[key] ??= make();
  return store[key] as T;
}

/** In the SDK, but not in its types. */
function stateOfSdk(): { getStore?: () => Store } {
  try {
    return createRequire(import.meta.url)("@pulumi/pulumi/runtime/state.js");
  } catch {
    return {};
  }
}
