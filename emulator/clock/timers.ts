import type { Database } from "../store/database.ts";

/** What happens when a timer is due; `at` is the moment it was due, which may have passed a while ago. */
export type TimerHandler = (subject: string, at: number) => void;

/**
 * Things that happen by themselves at a moment of the platform's clock. They are kept in the store and carried out
 * when somebody looks (`runDue` before each request), in the order in which they are due: no process timers, so time
 * can jump, and a restart just goes on.
 */
export class Timers {
  readonly #database: Database;
  readonly #handlers = new Map<string, TimerHandler>();
  #nextDue: number;

  constructor(database: Database) {
    this.#database = database;
    database.define(
      `CREATE TABLE IF NOT EXISTS timers (id INTEGER PRIMARY KEY, due INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL);
       CREATE INDEX IF NOT EXISTS timers_due ON timers (due);
       CREATE INDEX IF NOT EXISTS timers_subject ON timers (subject)`,
    );
    this.#nextDue = this.#firstDue();
  }

  /** Names what a kind of timer does. Kinds are text, since functions do not survive a restart. */
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

  /** Carries out all that is due, including what that sets up in turn. */
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
    this.#handlers.get(String(timer.kind))?.(String(timer.subject), Number(timer.due));
  }

  /** Infinity when there is none. After a rollback the cached moment may be too early, which costs one look. */
  #firstDue(): number {
    const due = this.#database.prepare("SELECT min(due) AS due FROM timers").get()?.due;
    return due === null || due === undefined ? Number.POSITIVE_INFINITY : Number(due);
  }
}
