import type { Database } from "./database.ts";

/** A saved state, as `/_emulator/snapshots` returns it. */
export interface Snapshot {
  readonly id: number;
  readonly name: string;
  /** Real time at which it was saved. */
  readonly savedAt: string;
  /** The platform's time that a restore returns to. */
  readonly platformTime: string;
  /** Number of records. */
  readonly records: number;
  /** Settings that are not in the database. */
  readonly settings: unknown;
}

/** Excludes tables of SQLite, of the snapshots themselves, and of the directory's identity, that is, its account. */
const included = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'snapshot%' AND name != 'identity'";

/**
 * Copies of all tables within the same database. Snapshots therefore work in memory and in a file, and saving and restoring are
 * transactions. The table list is read from the database, so a new table cannot be forgotten.
 */
export class Snapshots {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    database.create(
      "CREATE TABLE IF NOT EXISTS snapshots (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, saved TEXT NOT NULL, time TEXT NOT NULL, records INTEGER NOT NULL, settings TEXT NOT NULL)",
    );
  }

  list(): Snapshot[] {
    return this.#database.prepare("SELECT * FROM snapshots ORDER BY id DESC").all().map(toSnapshot);
  }

  get(id: number): Snapshot | undefined {
    const row = this.#database.prepare("SELECT * FROM snapshots WHERE id = ?").get(id);
    return row === undefined ? undefined : toSnapshot(row);
  }

  save(name: string, platformTime: string, records: number, settings: unknown): Snapshot {
    return this.#database.write(() => {
      const { lastInsertRowid } = this.#database
        .prepare("INSERT INTO snapshots (name, saved, time, records, settings) VALUES (?, ?, ?, ?, ?)")
        .run(name, new Date().toISOString(), platformTime, records, JSON.stringify(settings));
      const id = Number(lastInsertRowid);
      for (const table of this.#tables())
        this.#database.define(`CREATE TABLE ${copyOf(id, table)} AS SELECT * FROM "${table}"`);
      this.#database.define(`CREATE TABLE ${copyOf(id, "sequences")} AS SELECT * FROM sqlite_sequence`);
      const saved = this.get(id);
      if (saved === undefined) throw new Error(`Snapshot ${id} was not stored.`);
      return saved;
    });
  }

  /** Replaces the rows of all tables, and the last ids, with those of the snapshot. */
  restore(id: number): void {
    this.#database.write(() => {
      for (const table of this.#tables()) {
        this.#database.define(`DELETE FROM "${table}"`);
        // A table that a later version added is empty in the snapshot.
        if (this.#exists(`snapshot_${id}_${table}`))
          this.#database.define(`INSERT INTO "${table}" SELECT * FROM ${copyOf(id, table)}`);
      }
      this.#database.define(
        `DELETE FROM sqlite_sequence WHERE name != 'snapshots';
         INSERT INTO sqlite_sequence SELECT * FROM ${copyOf(id, "sequences")} WHERE name != 'snapshots'`,
      );
    });
  }

  /** Returns whether the snapshot existed. */
  remove(id: number): boolean {
    return this.#database.write(() => {
      if (this.#database.prepare("DELETE FROM snapshots WHERE id = ?").run(id).changes === 0) return false;
      for (const table of [...this.#tables(), "sequences"])
        this.#database.define(`DROP TABLE IF EXISTS ${copyOf(id, table)}`);
      return true;
    });
  }

  #tables(): string[] {
    const rows = this.#database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND ${included}`).all();
    return rows.map(({ name }) => String(name));
  }

  #exists(table: string): boolean {
    return (
      this.#database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined
    );
  }
}

const copyOf = (id: number, table: string) => `"snapshot_${id}_${table}"`;

function toSnapshot(row: Record<string, unknown>): Snapshot {
  return {
    id: Number(row.id),
    name: String(row.name),
    savedAt: String(row.saved),
    platformTime: String(row.time),
    records: Number(row.records),
    settings: JSON.parse(String(row.settings)),
  };
}
