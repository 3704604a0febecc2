import { createRequire } from "node:module";

interface State {
  withLocalStorage<T>(run: () => T): T;
  getStore(): { settings: { engine?: unknown } };
}

/** Where the SDK itself loads its packages from: it does not recognize the messages of another copy. */
const ofSdk = () => createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));

const loaded = new Map<string, unknown>();

/** Loads the SDK's copy of a package that it depends on. Loads it once, even if a test runner resets its modules. */
export function packageOfSdk<T>(name: string): T {
  if (!loaded.has(name)) loaded.set(name, ofSdk()(name));
  return loaded.get(name) as T;
}

/**
 * Runs a program with its own settings, configuration and connections, as the Automation API does for an inline program: several
 * runs in a process do not see each other. The engine that the run connects gets what the program logs; `setMockOptions` disconnects it.
 */
export function runIsolated<T>(run: (connect: (engine: object) => void) => Promise<T>): Promise<T> {
  const { withLocalStorage, getStore } = packageOfSdk<Partial<State>>("@pulumi/pulumi/runtime/state.js");
  if (typeof withLocalStorage !== "function" || typeof getStore !== "function")
    throw new Error(
      "This release of @pulumi/pulumi cannot run a program in the process of a test (runtime/state has no withLocalStorage). Use a release that docs/compatibility.md names.",
    );
  return withLocalStorage(() => {
    const { settings } = getStore();
    return run((engine) => {
      settings.engine = engine;
    });
  });
}
