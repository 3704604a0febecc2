import type { Changes } from "../store/changes.ts";
import type { Database } from "../store/database.ts";

/** Runs when a timer is due; `at` is its due time, which may lie in the past. */
type TimerHandler = (subject: string, at: number) => void;

/**
 * Scheduled events on the emulated clock. They are stored, and run before each request (`runDue`) in the order in which
 * they are due: without process timers the clock can jump, and a restart loses none.
 */
export class Timers {
  readonly #database: Database;
  readonly #changes: Changes;
  readonly #handlers = new Map<string, TimerHandler>();
  #nextDue: number;

  constructor(database: Database, changes: Changes) {
    this.#database = database;
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
  runDue(now: number): void {
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
    this.#changes.during(cause, () =>
      this.#handlers.get(String(timer.kind))?.(String(timer.subject), Number(timer.due)),
    );
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
