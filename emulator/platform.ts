import { Behaviors } from "./behaviors/behaviors.ts";
import { Past } from "./behaviors/past.ts";
import { readReport } from "./behaviors/report.ts";
import type { BehaviorSettings } from "./behaviors/settings.ts";
import { syncStrangers } from "./behaviors/strangers.ts";
import { Visibility } from "./behaviors/visibility.ts";
import { Clock } from "./clock/clock.ts";
import { Timers } from "./clock/timers.ts";
import { Faults } from "./faults/active-faults.ts";
import { clientOf } from "./identity.ts";
import { registerKubernetes } from "./kubernetes/index.ts";
import { schedulePatchUpgrades } from "./kubernetes/patch-upgrades.ts";
import type { EmulatorOptions } from "./options.ts";
import { RequestLog } from "./requests/record.ts";
import { registerReservationTimers } from "./reservations/statuses.ts";
import { applySeed, readSeed, type Seed } from "./seed/seed.ts";
import { Changes } from "./store/changes.ts";
import { Database } from "./store/database.ts";
import { Snapshots } from "./store/snapshots.ts";
import { openStore, type Store } from "./store/store.ts";
import { registerStreamTimers } from "./streaming/timers.ts";
import { TaskEngine } from "./tasks/engine.ts";

/** The platform without HTTP: the state and services that handlers use. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly tasks: TaskEngine;
  readonly timers: Timers;
  readonly faults: Faults;
  readonly behaviors: Behaviors;
  readonly visibility: Visibility;
  readonly past: Past;
  readonly requests: RequestLog;
  readonly database: Database;
  /** The history of the records. */
  readonly changes: Changes;
  readonly snapshots: Snapshots;
  /** The client that the accepted key belongs to. */
  readonly clientId: number;
  /** Clears all state and applies the initial seed, or another one. */
  reset(seed?: Seed): void;
  /** A copy of the platform's current data, from which others can start. Undefined if this release of Node cannot copy it. */
  image(): PlatformImage | undefined;
  close(): void;
}

/** Initial data of a platform in memory. */
export interface PlatformImage {
  readonly database: Uint8Array;
  /** Behaviors of the seed that produced the records. */
  readonly behaviors: BehaviorSettings;
}

/** @param image Replaces the seed: the image of a platform with the same options. */
export function openPlatform(options: EmulatorOptions, image?: PlatformImage): Platform {
  const database = new Database(options.dataDirectory, image?.database);
  try {
    return openOn(database, options, image);
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function openOn(database: Database, options: EmulatorOptions, image: PlatformImage | undefined): Platform {
  const clock = new Clock(database, options.speed);
  const changes = new Changes(database, clock);
  const snapshots = new Snapshots(database);
  const store = openStore(database, changes);
  const timers = new Timers(database, changes, clock);
  if (image === undefined) database.keepTables();
  const clientId = clientOf(database, options.clientId);
  const tasks = new TaskEngine(store.tasks, clock, timers, changes, clientId);
  const faults = new Faults(() => clock.now());
  const reported = options.reportFile === undefined ? undefined : readReport(options.reportFile);
  const behaviors = new Behaviors({ ...reported?.behaviors, ...options.behaviors }, reported?.fields);
  const visibility = new Visibility(behaviors, clock);
  const past = new Past(behaviors, clock, store);
  const requests = new RequestLog(options.recordBodies);
  database.beforeCommit = () => clock.save();
  const platform: Platform = {
    store,
    clock,
    tasks,
    timers,
    faults,
    behaviors,
    visibility,
    past,
    requests,
    database,
    changes,
    snapshots,
    clientId,
    reset: (seed = readSeed(platform, options)) => withoutHistory(platform, () => reset(platform, seed)),
    image: () => {
      const copied = database.image();
      return copied && { database: copied, behaviors: behaviors.seeded };
    },
    close: () => database.close(),
  };
  for (const collection of Object.values(store)) collection.hasRandomIds = () => behaviors.values.ids === "random";
  begin(platform, options, image);
  return platform;
}

/** Registers what runs on the platform's clock, and fills a new store. */
function begin(platform: Platform, options: EmulatorOptions, image: PlatformImage | undefined): void {
  const { behaviors, changes } = platform;
  registerKubernetes(platform);
  registerReservationTimers(platform);
  registerStreamTimers(platform);
  if (image === undefined) seedNew(platform, options);
  // The image's records already reflect these behaviors.
  else behaviors.seed(image.behaviors);
  behaviors.onChange = () => followBehaviors(platform);
  if (image === undefined) changes.during(undefined, behaviors.onChange);
}

/** Seeds a store that is new or has a seed file. A store that was filled before keeps its records. */
function seedNew(platform: Platform, options: EmulatorOptions): void {
  // A seeded store has a price list.
  const isNew = platform.store.priceList.count() === 0;
  if (!isNew && options.seedFile === undefined) return;
  const seed = readSeed(platform, options);
  if (isNew) withoutHistory(platform, () => applySeed(platform, seed));
  seedBehaviors(platform, seed);
}

function reset(platform: Platform, seed: Seed): void {
  const { store, clock, timers, faults, visibility, past, requests, changes } = platform;
  faults.clear();
  requests.clear();
  clock.reset();
  timers.clearAll();
  visibility.clear();
  past.clear();
  for (const collection of Object.values(store)) collection.clear();
  changes.clear();
  applySeed(platform, seed);
  past.clear();
  seedBehaviors(platform, seed);
}

function seedBehaviors({ behaviors }: Platform, seed: Seed): void {
  behaviors.seed((seed.behaviors as BehaviorSettings | undefined) ?? {});
}

/** Brings the records and timers in line with behaviors that have changed. */
function followBehaviors(platform: Platform): void {
  platform.database.write(() => {
    syncStrangers(platform);
    schedulePatchUpgrades(platform);
  });
}

function withoutHistory({ changes, database }: Platform, write: () => void): void {
  changes.during(undefined, () => database.write(write));
}
