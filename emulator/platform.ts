import { Clock } from "./clock/clock.ts";
import { Timers } from "./clock/timers.ts";
import { Faults } from "./faults/faults.ts";
import { nameClusterOperations } from "./kubernetes/operations.ts";
import type { EmulatorOptions } from "./options.ts";
import { RequestRecord } from "./requests/record.ts";
import { seedStore } from "./seed/seed.ts";
import { Database } from "./store/database.ts";
import { openStore, type Store } from "./store/store.ts";
import { TaskEngine } from "./tasks/engine.ts";

/** The platform without its front door: everything that a handler works with. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly tasks: TaskEngine;
  readonly timers: Timers;
  readonly faults: Faults;
  readonly requests: RequestRecord;
  readonly database: Database;
  /** The one client whose key is accepted. */
  readonly clientId: number;
  /** Back to the state of the first start. */
  reset(): void;
  close(): void;
}

/** The platform has one client; the example programs look up the quotas of this one. */
const clientId = 5;

export function openPlatform(options: EmulatorOptions): Platform {
  const database = new Database(options.dataDirectory);
  const clock = new Clock(database, options.speed);
  const store = openStore(database);
  const timers = new Timers(database);
  const tasks = new TaskEngine(store.tasks, clock, timers, clientId);
  const faults = new Faults();
  const requests = new RequestRecord();
  database.beforeCommit = () => clock.save();
  const platform: Platform = {
    store,
    clock,
    tasks,
    timers,
    faults,
    requests,
    database,
    clientId,
    reset: () => {
      faults.clear();
      requests.clear();
      clock.reset();
      timers.clearAll();
      for (const collection of Object.values(store)) collection.clear();
      seedStore(platform);
    },
    close: () => database.close(),
  };
  nameClusterOperations(platform);
  if (store.ruleTemplates.count() === 0) seedStore(platform);
  return platform;
}
