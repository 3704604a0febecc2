import { type OperationClient, perClient } from "../client/index.ts";
import { lookupDefaults } from "./lookup-defaults.ts";

/** One value per run and client: a process may run several programs, or one several times (Automation API, unit tests). */
export function perRun<T>(make: () => T): (client: OperationClient) => T {
  const values = new WeakMap<object, (client: OperationClient) => T>();
  return (client) => {
    const run = lookupDefaults().run();
    const ofRun = values.get(run) ?? perClient(make);
    values.set(run, ofRun);
    return ofRun(client);
  };
}
