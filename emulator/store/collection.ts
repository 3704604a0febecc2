import { z } from "zod";
import type { Database } from "./database.ts";

export type RecordId = string | number;

/** Definition of a collection: its schema, and the indexed fields (JSON paths such as `$.state`). */
export interface CollectionOptions<Schema extends z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  /** Id of a record; its field `id` by default. */
  readonly idOf?: (record: z.output<Schema>) => RecordId;
  /** Ids are integers that the platform assigns in order. */
  readonly numbered?: boolean;
  readonly indexes?: readonly string[];
}

const ownId = z.looseObject({ id: z.union([z.string(), z.number()]) });

interface Row {
  id: string;
  doc: string;
}

/** Records of one kind, stored as JSON documents in a table, in the order of their creation. */
export class Collection<Schema extends z.ZodType = z.ZodType> {
  readonly options: CollectionOptions<Schema>;
  readonly #database: Database;
  readonly #table: string;

  constructor(database: Database, form: CollectionOptions<Schema>) {
    this.options = form;
    this.#database = database;
    this.#table = `"${form.name}"`;
    database.define(
      `CREATE TABLE IF NOT EXISTS ${this.#table} (position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, doc TEXT NOT NULL)`,
    );
    for (const [index, path] of (form.indexes ?? []).entries())
      database.define(
        `CREATE INDEX IF NOT EXISTS "${form.name}_${index}" ON ${this.#table} (json_extract(doc, '${path}'))`,
      );
  }

  /** The next id of a numbered collection; ids are never reused. */
  nextId(): number {
    const row = this.#database.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?").get(this.options.name);
    return Number(row?.seq ?? 0) + 1;
  }

  get(id: RecordId): z.output<Schema> | undefined {
    const row = this.#database.prepare(`SELECT doc FROM ${this.#table} WHERE id = ?`).get(String(id));
    return row === undefined ? undefined : this.#read(row as unknown as Row);
  }

  put(id: RecordId, record: z.output<Schema>): void {
    const position = this.options.numbered ? Number(id) : null;
    this.#database.write(() =>
      this.#database
        .prepare(
          `INSERT INTO ${this.#table} (position, id, doc) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`,
        )
        .run(position, String(id), JSON.stringify(record)),
    );
  }

  /** Parses an external record and stores it under its id. */
  add(value: unknown): void {
    const record = this.options.schema.parse(value);
    this.put(this.idOf(record), record);
  }

  idOf(record: z.output<Schema>): RecordId {
    return this.options.idOf?.(record) ?? ownId.parse(record).id;
  }

  /** Returns whether the record existed. */
  delete(id: RecordId): boolean {
    return this.#database.write(
      () => this.#database.prepare(`DELETE FROM ${this.#table} WHERE id = ?`).run(String(id)).changes > 0,
    );
  }

  clear(): void {
    this.#database.write(() => {
      this.#database.prepare(`DELETE FROM ${this.#table}`).run();
      this.#database.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(this.options.name);
    });
  }

  count(): number {
    return Number(this.#database.prepare(`SELECT count(*) AS count FROM ${this.#table}`).get()?.count);
  }

  all(): z.output<Schema>[] {
    return this.#rows("ORDER BY position").map((row) => this.#read(row));
  }

  /** Records with their ids, or only the latest ones, oldest first. */
  entries(last?: number): [id: string, record: z.output<Schema>][] {
    if (last === undefined) return this.#rows("ORDER BY position").map((row) => [row.id, this.#read(row)]);
    const rows = this.#rows("ORDER BY position DESC LIMIT ?", last);
    return rows.reverse().map((row) => [row.id, this.#read(row)]);
  }

  /** The latest records whose id, field names or values contain a text, in any case, oldest first. SQLite searches: none is parsed in vain. */
  containing(text: string, last: number): [id: string, record: z.output<Schema>][] {
    const pattern = (part: string) => `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;
    const condition = "WHERE id LIKE ? ESCAPE '\\' OR doc LIKE ? ESCAPE '\\' ORDER BY position DESC LIMIT ?";
    const rows = this.#rows(condition, pattern(text), pattern(JSON.stringify(text).slice(1, -1)), last);
    return rows.reverse().map((row) => [row.id, this.#read(row)]);
  }

  page(limit: number, offset: number): z.output<Schema>[] {
    return this.#rows("ORDER BY position LIMIT ? OFFSET ?", limit, offset).map((row) => this.#read(row));
  }

  /** The latest records, newest first. */
  latest(limit: number): z.output<Schema>[] {
    return this.#rows("ORDER BY position DESC LIMIT ?", limit).map((row) => this.#read(row));
  }

  /** Records whose id begins with a prefix, such as `1/76/`. */
  byPrefix(prefix: string): z.output<Schema>[] {
    // The highest code point ends the range.
    return this.#rows("WHERE id >= ? AND id < ? ORDER BY position", prefix, `${prefix}\u{10ffff}`).map((row) =>
      this.#read(row),
    );
  }

  /** Records whose indexed field (a path of `indexes`) has one of the values. */
  where(path: string, ...values: (string | number)[]): z.output<Schema>[] {
    // Without duplicates: a filter that is repeated a thousand times must not create a new statement.
    const wanted = [...new Set(values)];
    const marks = wanted.map(() => "?").join(", ");
    const condition = `WHERE json_extract(doc, '${path}') IN (${marks}) ORDER BY position`;
    return this.#rows(condition, ...wanted).map((row) => this.#read(row));
  }

  #rows(tail: string, ...values: (string | number)[]): Row[] {
    const statement = this.#database.prepare(`SELECT id, doc FROM ${this.#table} ${tail}`);
    return statement.all(...values) as unknown as Row[];
  }

  /** Only `put` writes documents, with the schema's type, so that reads need not parse them again. */
  #read(row: Row): z.output<Schema> {
    return JSON.parse(row.doc) as z.output<Schema>;
  }
}
