import { createRequire } from "node:module";

interface State {
  withLocalStorage<T>(run: () => T): T;
  getStore(): { settings: { engine?: unknown } };
}

/** Where the SDK itself loads its packages from: a message of another copy is none of its own. */
const ofSdk = () => createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));

const loaded = new Map<string, unknown>();

/** Loads a package that the SDK depends on, in the SDK's copy; once, also where a test runner forgets what it has loaded. */
export function packageOfSdk<T>(name: string): T {
  if (!loaded.has(name)) loaded.set(name, ofSdk()(name));
  return loaded.get(name) as T;
}

/**
 * Runs a program with settings, configuration and connections of its own, as the Automation API does for an inline program: several runs
 * of one process do not see each other. `engine` takes what the program logs.
 */
export function runIsolated<T>(engine: object, run: () => Promise<T>): Promise<T> {
  const { withLocalStorage, getStore } = packageOfSdk<Partial<State>>("@pulumi/pulumi/runtime/state.js");
  if (typeof withLocalStorage !== "function" || typeof getStore !== "function")
    throw new Error(
      "This release of @pulumi/pulumi cannot run a program in the process of a test (runtime/state has no withLocalStorage). Use a release that docs/compatibility.md names.",
    );
  return withLocalStorage(() => {
    getStore().settings.engine = engine;
    return run();
  });
}
