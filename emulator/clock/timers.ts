import type { Changes } from "../store/changes.ts";
import type { Database } from "../store/database.ts";
import type { Clock } from "./clock.ts";

/** Runs when a timer is due. The clock then shows its due time. */
type TimerHandler = (subject: string) => void;

/**
 * Scheduled events on the emulated clock. They are stored, and run before each request (`runDue`) in the order in which
 * they are due: without process timers the clock can jump, and a restart loses none.
 */
export class Timers {
  readonly #database: Database;
  readonly #changes: Changes;
  readonly #clock: Clock;
  readonly #handlers = new Map<string, TimerHandler>();
  #nextDue: number;

  constructor(database: Database, changes: Changes, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#changes = changes;
    database.create(
      `CREATE TABLE IF NOT EXISTS timers (id INTEGER PRIMARY KEY, due INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL);
       CREATE INDEX IF NOT EXISTS timers_due ON timers (due);
       CREATE INDEX IF NOT EXISTS timers_subject ON timers (subject)`,
    );
    this.#nextDue = this.#firstDue();
  }

  /** Registers the handler of a kind of timer. Kinds are text, because functions do not survive a restart. */
  on(kind: string, handler: TimerHandler): void {
    this.#handlers.set(kind, handler);
  }

  set(due: number, kind: string, subject: string): void {
    this.#database.write(() =>
      this.#database.prepare("INSERT INTO timers (due, kind, subject) VALUES (?, ?, ?)").run(due, kind, subject),
    );
    this.#nextDue = Math.min(this.#nextDue, due);
  }

  clear(kind: string, subject: string): void {
    this.#database.write(() =>
      this.#database.prepare("DELETE FROM timers WHERE subject = ? AND kind = ?").run(subject, kind),
    );
  }

  clearAll(): void {
    this.#database.write(() => this.#database.prepare("DELETE FROM timers").run());
    this.#nextDue = Number.POSITIVE_INFINITY;
  }

  /** Runs all due timers, including those that they schedule. */
  runDue(): void {
    const now = this.#clock.now();
    while (this.#nextDue <= now) {
      this.#database.write(() => this.#runNext(now));
      this.#nextDue = this.#firstDue();
    }
  }

  #runNext(now: number): void {
    const timer = this.#database
      .prepare("SELECT id, due, kind, subject FROM timers WHERE due <= ? ORDER BY due, id LIMIT 1")
      .get(now);
    if (timer === undefined) return;
    this.#database.prepare("DELETE FROM timers WHERE id = ?").run(Number(timer.id));
    const cause = { kind: "timer", id: "", text: String(timer.kind) } as const;
    const run = () => this.#handlers.get(String(timer.kind))?.(String(timer.subject));
    this.#clock.at(Number(timer.due), () => this.#changes.during(cause, run));
  }

  /** Reads the stored timers again, after a snapshot was restored. */
  reload(): void {
    this.#nextDue = this.#firstDue();
  }

  /** Infinity when there is none. After a rollback the cached time may be too early, which costs one extra query. */
  #firstDue(): number {
    const due = this.#database.prepare("SELECT min(due) AS due FROM timers").get()?.due;
    return due === null || due === undefined ? Number.POSITIVE_INFINITY : Number(due);
  }
}
