import { clock } from "@cloudplatform/pulumi/values";
import type { Database } from "../store/database.ts";

/** State of the clock, as `/_emulator/clock` returns it. */
export interface ClockState {
  now: string;
  speed: number;
  paused: boolean;
}

/**
 * The platform's clock: real time multiplied by a speed, or advanced explicitly. Its position is saved with every commit;
 * while the emulator is down, time passes at normal speed, so that a fast clock does not skip months overnight.
 */
export class Clock {
  readonly #database: Database;
  #position: number;
  #since: number;
  #speed: number;
  #paused: boolean;
  /** Due time of the timer that is running. */
  #due: number | undefined;

  /** @param speed Undefined keeps the speed of the last run; 1 in a new store. */
  constructor(database: Database, speed: number | undefined) {
    this.#database = database;
    database.create(
      "CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY, position REAL, since REAL, speed REAL, paused INTEGER)",
    );
    this.#since = clock.now();
    const saved = database.prepare("SELECT position, since, speed, paused FROM clock").get();
    this.#paused = saved?.paused === 1;
    this.#speed = speed ?? Number(saved?.speed ?? 1);
    const elapsed = this.#paused ? 0 : Math.max(0, this.#since - Number(saved?.since ?? this.#since));
    this.#position = Number(saved?.position ?? this.#since) + elapsed;
  }

  /** Milliseconds since 1970 on the platform's clock. While a timer runs, this is its due time, however late it runs. */
  now(): number {
    return this.#due ?? Math.floor(this.#exact());
  }

  /** Runs a timer at its due time. */
  at(due: number, run: () => void): void {
    this.#due = due;
    try {
      run();
    } finally {
      this.#due = undefined;
    }
  }

  /** A timestamp in the platform's format. */
  toIso(at = this.now()): string {
    return new Date(at).toISOString();
  }

  state(): ClockState {
    return { now: this.toIso(), speed: this.#speed, paused: this.#paused };
  }

  change(change: { advanceMs?: number; speed?: number; paused?: boolean }): void {
    this.#position = this.#exact() + (change.advanceMs ?? 0);
    this.#since = clock.now();
    this.#speed = change.speed ?? this.#speed;
    this.#paused = change.paused ?? this.#paused;
    this.#database.write(() => this.save());
  }

  /** Continues from the stored position, after a snapshot was restored. */
  reload(): void {
    const saved = this.#database.prepare("SELECT position, speed, paused FROM clock").get();
    if (saved === undefined) return;
    this.#position = Number(saved.position);
    this.#since = clock.now();
    this.#speed = Number(saved.speed);
    this.#paused = saved.paused === 1;
  }

  /** Sets the clock to real time, running. */
  reset(): void {
    this.#position = this.#since = clock.now();
    this.#paused = false;
    this.#database.write(() => this.save());
  }

  /** Saves the position in the open transaction. */
  save(): void {
    this.#database
      .prepare(
        "INSERT INTO clock VALUES (1, ?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET position = ?1, since = ?2, speed = ?3, paused = ?4",
      )
      .run(this.#exact(), clock.now(), this.#speed, this.#paused ? 1 : 0);
  }

  #exact(): number {
    return this.#paused ? this.#position : this.#position + (clock.now() - this.#since) * this.#speed;
  }
}
