import { Clock } from "./clock/clock.ts";
import { Timers } from "./clock/timers.ts";
import { Faults } from "./faults/faults.ts";
import { Habits } from "./habits/habits.ts";
import { showStrangers } from "./habits/strangers.ts";
import { Visibility } from "./habits/visibility.ts";
import { registerKubernetes } from "./kubernetes/index.ts";
import { setPatchUpgrades } from "./kubernetes/patch-upgrades.ts";
import type { EmulatorOptions } from "./options.ts";
import { RequestRecord } from "./requests/record.ts";
import { registerReservationTimers } from "./reservations/index.ts";
import { plantSeed, readSeed } from "./seed/seed.ts";
import { Database } from "./store/database.ts";
import { openStore, type Store } from "./store/store.ts";
import { registerStreamTimers } from "./streaming/index.ts";
import { TaskEngine } from "./tasks/engine.ts";

/** The platform without its front door: everything that a handler works with. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly tasks: TaskEngine;
  readonly timers: Timers;
  readonly faults: Faults;
  readonly habits: Habits;
  readonly visibility: Visibility;
  readonly requests: RequestRecord;
  readonly database: Database;
  /** The one client whose key is accepted. */
  readonly clientId: number;
  /** Begins anew, with what the platform had at its first start or with another seed. */
  reset(seed?: ReturnType<typeof readSeed>): void;
  close(): void;
}

/** The platform has one client; the example programs look up the quotas of this one. */
const clientId = 5;

export function openPlatform(options: EmulatorOptions): Platform {
  const database = new Database(options.dataDirectory);
  try {
    return openOn(database, options);
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function openOn(database: Database, options: EmulatorOptions): Platform {
  const clock = new Clock(database, options.speed);
  const store = openStore(database);
  const timers = new Timers(database);
  const tasks = new TaskEngine(store.tasks, clock, timers, clientId);
  const faults = new Faults();
  const habits = new Habits(options.habits);
  const visibility = new Visibility(habits, clock);
  const requests = new RequestRecord(options.recordBodies);
  database.beforeCommit = () => clock.save();
  const platform: Platform = {
    store,
    clock,
    tasks,
    timers,
    faults,
    habits,
    visibility,
    requests,
    database,
    clientId,
    reset: (seed = readSeed(platform, options.seedFile)) =>
      database.write(() => {
        faults.clear();
        requests.clear();
        clock.reset();
        timers.clearAll();
        visibility.clear();
        for (const collection of Object.values(store)) collection.clear();
        plantSeed(platform, seed);
        habits.reset();
      }),
    close: () => database.close(),
  };
  registerKubernetes(platform);
  registerReservationTimers(platform);
  registerStreamTimers(platform);
  // A store that was filled once has its price list.
  if (store.priceList.count() === 0) plantSeed(platform, readSeed(platform, options.seedFile));
  habits.onChange = () =>
    database.write(() => {
      showStrangers(platform);
      setPatchUpgrades(platform);
    });
  habits.onChange();
  return platform;
}
