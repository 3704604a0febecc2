import { z } from "zod";
import type { Database } from "./database.ts";

export type RecordId = string | number;

/** How a collection is kept: its schema, and the fields (JSON paths such as `$.state`) that are looked up. */
export interface CollectionForm<Schema extends z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  /** Id of a record; its field `id` when left out. */
  readonly idOf?: (record: z.output<Schema>) => RecordId;
  /** Ids are integers that the platform hands out in order. */
  readonly numbered?: boolean;
  readonly indexes?: readonly string[];
}

const ownId = z.looseObject({ id: z.union([z.string(), z.number()]) });

interface Row {
  id: string;
  doc: string;
}

/** Records of one kind as JSON documents in a table of their own, in the order in which they were made. */
export class Collection<Schema extends z.ZodType = z.ZodType> {
  readonly form: CollectionForm<Schema>;
  readonly #database: Database;
  readonly #table: string;

  constructor(database: Database, form: CollectionForm<Schema>) {
    this.form = form;
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

  /** The id that the next record of a numbered collection gets; never one that was used before. */
  nextId(): number {
    const row = this.#database.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?").get(this.form.name);
    return Number(row?.seq ?? 0) + 1;
  }

  get(id: RecordId): z.output<Schema> | undefined {
    const row = this.#database.prepare(`SELECT doc FROM ${this.#table} WHERE id = ?`).get(String(id));
    return row === undefined ? undefined : this.#read(row as unknown as Row);
  }

  put(id: RecordId, record: z.output<Schema>): void {
    const position = this.form.numbered ? Number(id) : null;
    this.#database.write(() =>
      this.#database
        .prepare(
          `INSERT INTO ${this.#table} (position, id, doc) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`,
        )
        .run(position, String(id), JSON.stringify(record)),
    );
  }

  /** Puts a record from outside under its own id, when it has the form of the collection. */
  load(value: unknown): void {
    const record = this.form.schema.parse(value);
    this.put(this.idOf(record), record);
  }

  idOf(record: z.output<Schema>): RecordId {
    return this.form.idOf?.(record) ?? ownId.parse(record).id;
  }

  /** Whether there was such a record. */
  delete(id: RecordId): boolean {
    return this.#database.write(
      () => this.#database.prepare(`DELETE FROM ${this.#table} WHERE id = ?`).run(String(id)).changes > 0,
    );
  }

  clear(): void {
    this.#database.write(() => {
      this.#database.prepare(`DELETE FROM ${this.#table}`).run();
      this.#database.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(this.form.name);
    });
  }

  count(): number {
    return Number(this.#database.prepare(`SELECT count(*) AS count FROM ${this.#table}`).get()?.count);
  }

  all(): z.output<Schema>[] {
    return this.#rows("ORDER BY position").map((row) => this.#read(row));
  }

  /** Records with their ids, or only the last so many, oldest first. */
  entries(last?: number): [id: string, record: z.output<Schema>][] {
    if (last === undefined) return this.#rows("ORDER BY position").map((row) => [row.id, this.#read(row)]);
    const rows = this.#rows("ORDER BY position DESC LIMIT ?", last);
    return rows.reverse().map((row) => [row.id, this.#read(row)]);
  }

  page(limit: number, offset: number): z.output<Schema>[] {
    return this.#rows("ORDER BY position LIMIT ? OFFSET ?", limit, offset).map((row) => this.#read(row));
  }

  /** The last records that were made, newest first. */
  latest(limit: number): z.output<Schema>[] {
    return this.#rows("ORDER BY position DESC LIMIT ?", limit).map((row) => this.#read(row));
  }

  /** Records whose id begins with a prefix, such as `1/76/`. */
  under(prefix: string): z.output<Schema>[] {
    // The character after the last one that an id can hold ends the range.
    return this.#rows("WHERE id >= ? AND id < ? ORDER BY position", prefix, `${prefix}\u{10ffff}`).map((row) =>
      this.#read(row),
    );
  }

  /** Records whose indexed field (a path of `indexes`) has one of the values. */
  where(path: string, ...values: (string | number)[]): z.output<Schema>[] {
    // Each once: a filter that is repeated a thousand times must not make a statement of its own.
    const wanted = [...new Set(values)];
    const marks = wanted.map(() => "?").join(", ");
    const condition = `WHERE json_extract(doc, '${path}') IN (${marks}) ORDER BY position`;
    return this.#rows(condition, ...wanted).map((row) => this.#read(row));
  }

  #rows(tail: string, ...values: (string | number)[]): Row[] {
    const statement = this.#database.prepare(`SELECT id, doc FROM ${this.#table} ${tail}`);
    return statement.all(...values) as unknown as Row[];
  }

  /** Only `put` writes documents, so they have the schema's form already: no second parse for each read. */
  #read(row: Row): z.output<Schema> {
    return JSON.parse(row.doc) as z.output<Schema>;
  }
}
