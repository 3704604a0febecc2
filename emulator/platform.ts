import { Clock } from "./clock/clock.ts";
import { Timers } from "./clock/timers.ts";
import { Faults } from "./faults/faults.ts";
import { Habits } from "./habits/habits.ts";
import { syncStrangers } from "./habits/strangers.ts";
import { Visibility } from "./habits/visibility.ts";
import { registerKubernetes } from "./kubernetes/index.ts";
import { schedulePatchUpgrades } from "./kubernetes/patch-upgrades.ts";
import type { EmulatorOptions } from "./options.ts";
import { RequestLog } from "./requests/record.ts";
import { registerReservationTimers } from "./reservations/index.ts";
import { applySeed, readSeed } from "./seed/seed.ts";
import { Database } from "./store/database.ts";
import { openStore, type Store } from "./store/store.ts";
import { registerStreamTimers } from "./streaming/index.ts";
import { TaskEngine } from "./tasks/engine.ts";

/** The platform without HTTP: the state and services that handlers use. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly tasks: TaskEngine;
  readonly timers: Timers;
  readonly faults: Faults;
  readonly habits: Habits;
  readonly visibility: Visibility;
  readonly requests: RequestLog;
  readonly database: Database;
  /** The client that the accepted key belongs to. */
  readonly clientId: number;
  /** Clears all state and applies the initial seed, or another one. */
  reset(seed?: ReturnType<typeof readSeed>): void;
  close(): void;
}

/** The only client; the example programs look up its quotas. */
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
  const requests = new RequestLog(options.recordBodies);
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
        applySeed(platform, seed);
        habits.reset();
      }),
    close: () => database.close(),
  };
  registerKubernetes(platform);
  registerReservationTimers(platform);
  registerStreamTimers(platform);
  // A seeded store has a price list.
  if (store.priceList.count() === 0) applySeed(platform, readSeed(platform, options.seedFile));
  habits.onChange = () =>
    database.write(() => {
      syncStrangers(platform);
      schedulePatchUpgrades(platform);
    });
  habits.onChange();
  return platform;
}
