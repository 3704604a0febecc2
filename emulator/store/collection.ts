import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Changes } from "./changes.ts";
import type { Database } from "./database.ts";

type RecordId = string | number;

/** Definition of a collection: its schema, and the indexed fields (JSON paths such as `$.state`). */
export interface CollectionOptions<Schema extends z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  /** Id of a record (default: its field `id`). */
  readonly idOf?: (record: z.output<Schema>) => RecordId;
  /** Ids are integers that the platform assigns in order. */
  readonly numbered?: boolean;
  readonly indexes?: readonly string[];
}

/** Cast to text, because an edge app's status is a number. */
const statusOf = "CAST(coalesce(json_extract(doc, '$.status'), json_extract(doc, '$.state')) AS TEXT)";

/** Uses the index of the field. */
const isOneOf = (path: string, count: number) =>
  `WHERE json_extract(doc, '${path}') IN (${Array(count).fill("?").join(", ")})`;

const ownId = z.looseObject({ id: z.union([z.string(), z.number()]) });

interface Row {
  id: string;
  doc: string;
}

/** Replaces the current records in reads while a request is handled (behaviors `staleReads` and others). */
export interface Lens<Value> {
  /** The record that a read shows; undefined if it shows none. */
  shown(id: string, current: Value | undefined, isListed: boolean): Value | undefined;
  /** Ids of deleted records that a read may still show. */
  deletedIds(): readonly string[];
}

/** Selects a page of records, in any order. */
export interface Search {
  /** Case-insensitive text in the id, a field name or a value. */
  find?: string;
  /** Value of the field `status` or `state`. */
  status?: string;
  /** Field to sort by. Default: order of creation. */
  sort?: string;
  descending?: boolean;
  limit: number;
  offset?: number;
}

export interface Found<Schema extends z.ZodType> {
  /** Number of records on all pages. */
  total: number;
  items: { id: string; record: z.output<Schema> }[];
}

/** Number of latest records that `states` examines. */
const sampled = 2000;

/** Records of one kind, stored as JSON documents in a table, in the order of their creation. */
export class Collection<Schema extends z.ZodType = z.ZodType> {
  readonly options: CollectionOptions<Schema>;
  readonly #database: Database;
  readonly #changes: Changes;
  readonly #table: string;
  /** Called before a write. The function returns the current record. */
  beforeWrite: ((id: string, current: () => z.output<Schema> | undefined) => void) | undefined;
  /** Set while a reading request is handled. */
  lens: Lens<z.output<Schema>> | undefined;
  /** Whether new ids are random numbers (behavior `ids`). */
  hasRandomIds: () => boolean = () => false;

  constructor(database: Database, changes: Changes, form: CollectionOptions<Schema>) {
    this.options = form;
    this.#database = database;
    this.#changes = changes;
    this.#table = `"${form.name}"`;
    database.create(
      `CREATE TABLE IF NOT EXISTS ${this.#table} (position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, doc TEXT NOT NULL)`,
    );
    for (const [index, path] of (form.indexes ?? []).entries())
      database.create(
        `CREATE INDEX IF NOT EXISTS "${form.name}_${index}" ON ${this.#table} (json_extract(doc, '${path}'))`,
      );
  }

  /** The next id of a numbered collection; ids are never reused. */
  nextId(): number {
    if (this.hasRandomIds()) return this.#randomId();
    const row = this.#database.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?").get(this.options.name);
    return Number(row?.seq ?? 0) + 1;
  }

  #randomId(): number {
    const id = randomInt(1, 2 ** 31 - 1);
    return this.#current(id) === undefined ? id : this.#randomId();
  }

  get(id: RecordId): z.output<Schema> | undefined {
    const current = this.#current(id);
    return this.lens === undefined ? current : this.lens.shown(String(id), current, false);
  }

  #current(id: RecordId): z.output<Schema> | undefined {
    const row = this.#database.prepare(`SELECT doc FROM ${this.#table} WHERE id = ?`).get(String(id));
    return row === undefined ? undefined : this.#read(row as unknown as Row);
  }

  put(id: RecordId, record: z.output<Schema>): void {
    this.beforeWrite?.(String(id), () => this.#current(id));
    this.#database.write(() => {
      const before = this.#text(id);
      const doc = JSON.stringify(record);
      this.#insert(id, doc);
      if (before !== doc)
        this.#changes.record(this.options.name, String(id), before === null ? "created" : "updated", before);
    });
  }

  /** Adds records to an empty collection, as initial data, which has no history. */
  load(records: readonly z.output<Schema>[]): void {
    this.#database.write(() => {
      for (const record of records) this.#insert(this.idOf(record), JSON.stringify(record));
    });
  }

  #insert(id: RecordId, doc: string): void {
    this.#database
      .prepare(
        `INSERT INTO ${this.#table} (position, id, doc) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`,
      )
      .run(this.options.numbered ? Number(id) : null, String(id), doc);
  }

  idOf(record: z.output<Schema>): RecordId {
    return this.options.idOf?.(record) ?? ownId.parse(record).id;
  }

  /** Returns whether the record existed. */
  delete(id: RecordId): boolean {
    this.beforeWrite?.(String(id), () => this.#current(id));
    return this.#database.write(() => {
      const before = this.#text(id);
      if (before === null) return false;
      this.#database.prepare(`DELETE FROM ${this.#table} WHERE id = ?`).run(String(id));
      this.#changes.record(this.options.name, String(id), "deleted", before);
      return true;
    });
  }

  clear(): void {
    this.#database.write(() => {
      this.#database.prepare(`DELETE FROM ${this.#table}`).run();
      this.#database.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(this.options.name);
    });
  }

  count(): number {
    if (this.lens !== undefined) return this.#shown(this.lens).length;
    return Number(this.#database.prepare(`SELECT count(*) AS count FROM ${this.#table}`).get()?.count);
  }

  all(): z.output<Schema>[] {
    if (this.lens !== undefined) return this.#shown(this.lens).map(([, record]) => record);
    return this.#rows("ORDER BY position").map((row) => this.#read(row));
  }

  /** Records with their ids, or only the latest ones, oldest first. */
  entries(last?: number): [id: string, record: z.output<Schema>][] {
    if (last === undefined) return this.#rows("ORDER BY position").map((row) => [row.id, this.#read(row)]);
    const rows = this.#rows("ORDER BY position DESC LIMIT ?", last);
    return rows.reverse().map((row) => [row.id, this.#read(row)]);
  }

  /**
   * One page of the matching records, and their total number. SQLite filters and sorts, so that only records of the page are
   * parsed, and sorts only positions, because documents are a hundred times as large.
   */
  search({ find = "", status, sort, descending = false, limit, offset = 0 }: Search): Found<Schema> {
    const pattern = (part: string) => `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;
    const conditions: string[] = [];
    const values: string[] = [];
    if (find !== "") {
      conditions.push("(id LIKE ? ESCAPE '\\' OR doc LIKE ? ESCAPE '\\')");
      values.push(pattern(find), pattern(JSON.stringify(find).slice(1, -1)));
    }
    if (status !== undefined) {
      conditions.push(`${statusOf} = ?`);
      values.push(status);
    }
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const direction = descending ? "DESC" : "ASC";
    const sorted = sort !== undefined && sort !== "id";
    const order = sorted ? `json_extract(doc, ?) ${direction}, position ${direction}` : `position ${direction}`;
    const total = where === "" ? "0" : "count(*) OVER ()";
    const page = this.#database
      .prepare(`SELECT position, ${total} AS total FROM ${this.#table} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...values, ...(sorted ? [`$.${JSON.stringify(sort)}`] : []), limit, offset);
    const byPosition = this.#database.prepare(`SELECT id, doc FROM ${this.#table} WHERE position = ?`);
    const items = page.map(({ position }) => {
      const row = byPosition.get(Number(position)) as unknown as Row;
      return { id: row.id, record: this.#read(row) };
    });
    if (where === "") return { total: this.count(), items };
    return { total: Number(page[0]?.total ?? (offset === 0 ? 0 : this.#countWhere(where, values))), items };
  }

  /** The states of the latest records, for a filter. */
  states(): string[] {
    const rows = this.#database
      .prepare(
        `SELECT DISTINCT ${statusOf} AS status FROM (SELECT doc FROM ${this.#table} ORDER BY position DESC LIMIT ${sampled}) ORDER BY 1`,
      )
      .all();
    return rows
      .map(({ status }) => status)
      .filter((status) => status !== null)
      .map(String);
  }

  /** Limit -1 means no limit. */
  page(limit: number, offset: number): z.output<Schema>[] {
    if (this.lens !== undefined) return this.all().slice(offset, limit < 0 ? undefined : offset + limit);
    return this.#rows("ORDER BY position LIMIT ? OFFSET ?", limit, offset).map((row) => this.#read(row));
  }

  /** The latest records, newest first. */
  latest(limit: number): z.output<Schema>[] {
    if (this.lens !== undefined) return this.all().reverse().slice(0, limit);
    return this.#rows("ORDER BY position DESC LIMIT ?", limit).map((row) => this.#read(row));
  }

  /** Records whose id begins with a prefix, such as `1/76/`. */
  byPrefix(prefix: string): z.output<Schema>[] {
    if (this.lens !== undefined)
      return this.#shown(this.lens).flatMap(([id, record]) => (id.startsWith(prefix) ? [record] : []));
    // The highest code point ends the range.
    return this.#rows("WHERE id >= ? AND id < ? ORDER BY position", prefix, `${prefix}\u{10ffff}`).map((row) =>
      this.#read(row),
    );
  }

  /** Records whose indexed field (a path of `indexes`) has one of the values. */
  where(path: string, ...values: (string | number)[]): z.output<Schema>[] {
    if (this.lens !== undefined) {
      const field = path.replace(/^\$\./, "");
      const isWanted = (record: unknown) => values.includes((record as Record<string, string | number>)[field] ?? "");
      return this.all().filter(isWanted);
    }
    // Without duplicates: a repeated filter must not create a new statement for each number of values.
    const wanted = [...new Set(values)];
    return this.#rows(`${isOneOf(path, wanted.length)} ORDER BY position`, ...wanted).map((row) => this.#read(row));
  }

  /** The number of such records. */
  countWith(path: string, ...values: string[]): number {
    return this.#countWhere(isOneOf(path, values.length), values);
  }

  #countWhere(where: string, values: readonly string[]): number {
    return Number(
      this.#database.prepare(`SELECT count(*) AS count FROM ${this.#table} ${where}`).get(...values)?.count,
    );
  }

  /** The stored text of a record, or null. */
  #text(id: RecordId): string | null {
    const row = this.#database.prepare(`SELECT doc FROM ${this.#table} WHERE id = ?`).get(String(id));
    return row === undefined ? null : String(row.doc);
  }

  /** The records as a lens shows them, in their order. Deleted records come last. */
  #shown(lens: Lens<z.output<Schema>>): [id: string, record: z.output<Schema>][] {
    const rows = this.#rows("ORDER BY position").map((row) => [row.id, this.#read(row)] as const);
    const present = new Set(rows.map(([id]) => id));
    const deleted = lens.deletedIds().flatMap((id) => (present.has(id) ? [] : [[id, undefined] as const]));
    return [...rows, ...deleted].flatMap(([id, current]) => {
      const record = lens.shown(id, current, true);
      return record === undefined ? [] : [[id, record] as [string, z.output<Schema>]];
    });
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
