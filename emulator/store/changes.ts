import type { Clock } from "../clock/clock.ts";
import type { Database } from "./database.ts";

/** What changed a record: a request, the end of a task, a timer of the platform, or a control route. */
export interface Cause {
  readonly kind: "request" | "task" | "timer" | "control";
  /** Id of the request or task; empty for the others. */
  readonly id: string;
  /** Endpoint of the request, type of the task, or kind of the timer. */
  readonly text: string;
}

/** A change of a record, as `/_emulator/changes` returns it. */
export interface Change {
  readonly id: number;
  readonly at: string;
  readonly collection: string;
  readonly object: string;
  readonly kind: "created" | "updated" | "deleted";
  readonly cause: Cause;
  /** The record before the change; null if the change created it. */
  readonly before: unknown;
  /** The record after the change; null if the change deleted it. */
  readonly after: unknown;
}

interface Row {
  id: number;
  at: number;
  collection: string;
  object: string;
  kind: Change["kind"];
  cause: Cause["kind"];
  cause_id: string;
  cause_text: string;
  before: string | null;
}

const outside: Cause = { kind: "control", id: "", text: "" };

/** Maximum number of stored changes: at a few kilobytes each, below 100 MiB. */
const capacity = 20_000;
/** Number of changes between two removals of those beyond the capacity. */
const removalInterval = 1000;

/**
 * The history of all records. A row stores the record *before* its change; the record after the change is in the record's next
 * row, or is the current record. A created record, the most frequent change, therefore needs no stored document.
 */
export class Changes {
  readonly #database: Database;
  readonly #clock: Clock;
  /** Undefined while the initial records are written, which have no history. */
  #cause: Cause | undefined = outside;
  #revision: number;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    database.create(
      `CREATE TABLE IF NOT EXISTS changes (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, collection TEXT NOT NULL,
         object TEXT NOT NULL, kind TEXT NOT NULL, cause TEXT NOT NULL, cause_id TEXT NOT NULL, cause_text TEXT NOT NULL, before TEXT);
       CREATE INDEX IF NOT EXISTS changes_object ON changes (object, collection);
       CREATE INDEX IF NOT EXISTS changes_cause ON changes (cause_id) WHERE cause_id != ''`,
    );
    this.#revision = Number(database.prepare("SELECT max(id) AS id FROM changes").get()?.id ?? 0);
  }

  /** Increases with each change, including changes without a row, so that readers know when to read again. */
  get revision(): number {
    return this.#revision;
  }

  /** Runs writes with this cause; undefined records nothing. The innermost cause applies. */
  during<T>(cause: Cause | undefined, action: () => T): T {
    const outer = this.#cause;
    this.#cause = cause;
    try {
      return action();
    } finally {
      this.#cause = outer;
    }
  }

  /** Called by the collection, in the transaction of the change. */
  record(collection: string, object: string, kind: Change["kind"], before: string | null): void {
    this.#revision++;
    const cause = this.#cause;
    if (cause === undefined) return;
    const { lastInsertRowid } = this.#database
      .prepare(
        "INSERT INTO changes (at, collection, object, kind, cause, cause_id, cause_text, before) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(this.#clock.now(), collection, object, kind, cause.kind, cause.id, cause.text, before);
    const id = Number(lastInsertRowid);
    if (id % removalInterval === 0) this.#database.prepare("DELETE FROM changes WHERE id <= ?").run(id - capacity);
  }

  /** The latest changes of a record, newest first. */
  ofObject(collection: string, object: string, limit: number): Change[] {
    return this.#read("collection = ? AND object = ? ORDER BY id DESC LIMIT ?", collection, object, limit);
  }

  /** The changes that a request or task made, oldest first. */
  ofCause(id: string, limit: number): Change[] {
    return id === "" ? [] : this.#read("cause_id = ? ORDER BY id LIMIT ?", id, limit);
  }

  clear(): void {
    this.#revision++;
    this.#database.write(() => this.#database.prepare("DELETE FROM changes").run());
  }

  /** Called after the rows of all tables were replaced, so that readers read again. */
  restored(): void {
    this.#revision++;
  }

  #read(condition: string, ...values: (string | number)[]): Change[] {
    const statement = this.#database.prepare(`SELECT * FROM changes WHERE ${condition}`);
    const rows = statement.all(...values) as unknown as Row[];
    return rows.map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      collection: row.collection,
      object: row.object,
      kind: row.kind,
      cause: { kind: row.cause, id: row.cause_id, text: row.cause_text },
      before: row.before === null ? null : JSON.parse(row.before),
      after: row.kind === "deleted" ? null : this.#after(row),
    }));
  }

  #after({ id, collection, object }: Row): unknown {
    const next = this.#database
      .prepare("SELECT before FROM changes WHERE object = ? AND collection = ? AND id > ? ORDER BY id LIMIT 1")
      .get(object, collection, id);
    // The name is safe in SQL: a collection's name is its table's name, and comes from a row that the collection wrote.
    const text =
      next?.before ?? this.#database.prepare(`SELECT doc FROM "${collection}" WHERE id = ?`).get(object)?.doc;
    return typeof text === "string" ? JSON.parse(text) : null;
  }
}
