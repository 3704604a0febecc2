import type { Database } from "../store/database.ts";

/** How the clock stands; the form that `/_emulator/clock` shows. */
export interface ClockState {
  now: string;
  speed: number;
  paused: boolean;
}

/**
 * The platform's time: real time multiplied by a speed, or moved by hand. Its position is kept with every commit;
 * while the emulator is down, time passes at the ordinary speed, so that a fast clock does not skip months overnight.
 */
export class Clock {
  readonly #database: Database;
  #position: number;
  #since: number;
  #speed: number;
  #paused: boolean;

  /** @param speed Undefined keeps the speed of the last run, 1 at first. */
  constructor(database: Database, speed: number | undefined) {
    this.#database = database;
    database.define(
      "CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY, position REAL, since REAL, speed REAL, paused INTEGER)",
    );
    this.#since = Date.now();
    const saved = database.prepare("SELECT position, since, speed, paused FROM clock").get();
    this.#paused = saved?.paused === 1;
    this.#speed = speed ?? Number(saved?.speed ?? 1);
    const passed = this.#paused ? 0 : Math.max(0, this.#since - Number(saved?.since ?? this.#since));
    this.#position = Number(saved?.position ?? this.#since) + passed;
  }

  /** Milliseconds since 1970 on the platform's clock. */
  now(): number {
    return Math.floor(this.#exact());
  }

  /** The moment in the platform's own writing. */
  iso(at = this.now()): string {
    return new Date(at).toISOString();
  }

  state(): ClockState {
    return { now: this.iso(), speed: this.#speed, paused: this.#paused };
  }

  change(change: { advanceMs?: number; speed?: number; paused?: boolean }): void {
    this.#position = this.#exact() + (change.advanceMs ?? 0);
    this.#since = Date.now();
    this.#speed = change.speed ?? this.#speed;
    this.#paused = change.paused ?? this.#paused;
    this.#database.write(() => this.save());
  }

  /** Back to the real time, running. */
  reset(): void {
    this.#position = this.#since = Date.now();
    this.#paused = false;
    this.#database.write(() => this.save());
  }

  /** Writes the position down, inside the transaction that is open. */
  save(): void {
    this.#database
      .prepare(
        "INSERT INTO clock VALUES (1, ?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET position = ?1, since = ?2, speed = ?3, paused = ?4",
      )
      .run(this.#exact(), Date.now(), this.#speed, this.#paused ? 1 : 0);
  }

  #exact(): number {
    return this.#paused ? this.#position : this.#position + (Date.now() - this.#since) * this.#speed;
  }
}
