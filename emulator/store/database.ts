import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/** Incremented when records of an older emulator can no longer be read. */
const storeVersion = 1;

/** The empty tables of a database in memory: copying them is faster than creating them. */
let emptyTables: Uint8Array | undefined;

/**
 * The SQLite file. Writes of several requests are grouped into one transaction. A response is sent only after the commit of its
 * group (`committed`), so acknowledged writes survive a kill -9. synchronous=NORMAL: in WAL mode, a commit has reached the
 * operating system; only a power failure can lose the last commits.
 */
export class Database {
  /** Real path of the directory; undefined when the database is in memory. */
  readonly directory: string | undefined;
  readonly #isFromImage: boolean;
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #group: PromiseWithResolvers<void> | undefined;
  #depth = 0;
  /** Called inside each transaction before it is committed. */
  beforeCommit: () => void = () => {};

  /**
   * @param directory Directory of the file; undefined keeps the database in memory.
   * @param image Initial content of a database in memory.
   */
  constructor(directory: string | undefined, image?: Uint8Array) {
    this.#isFromImage = image !== undefined;
    try {
      if (directory !== undefined) mkdirSync(directory, { recursive: true });
      this.#sqlite = new DatabaseSync(directory === undefined ? ":memory:" : join(directory, "platform.sqlite"));
    } catch (cause) {
      throw new DirectoryUnusable(String(directory), cause);
    }
    this.directory = directory === undefined ? undefined : realpathSync(directory);
    const initial = image ?? (directory === undefined ? emptyTables : undefined);
    if (initial !== undefined) {
      this.#sqlite.deserialize(initial);
      return;
    }
    try {
      this.#lock();
    } catch (cause) {
      this.#sqlite.close();
      if (cause instanceof Error && /locked|busy/i.test(cause.message))
        throw new DirectoryInUse(String(directory), publishedIn(String(directory)));
      throw new DirectoryUnusable(String(directory), cause);
    }
  }

  /** Takes an exclusive lock. A second emulator cannot get it, and it ends with the process. */
  #lock(): void {
    this.#sqlite.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    this.#sqlite.exec("BEGIN IMMEDIATE; COMMIT;");
    const version = Number(this.#sqlite.prepare("PRAGMA user_version").get()?.user_version);
    if (version !== 0 && version !== storeVersion)
      throw new Error(`it was created by another version of the emulator (store ${version}, here ${storeVersion})`);
    this.#sqlite.exec(`PRAGMA user_version = ${storeVersion}`);
  }

  /** Writes the emulator's URL into the directory, for others that find the directory in use. */
  publish(url: string): void {
    if (this.directory !== undefined) writeFileSync(join(this.directory, addressFile), `${url}\n`);
  }

  /** A cached prepared statement. */
  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#sqlite.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** A copy of the database, from which others can start. Undefined if this release of Node cannot copy it (before 24.15). */
  image(): Uint8Array | undefined {
    if (typeof this.#sqlite.serialize !== "function") return undefined;
    this.#commit();
    return this.#sqlite.serialize();
  }

  /** Called when all tables were created and have no rows, for the next databases. */
  keepTables(): void {
    if (this.directory === undefined) emptyTables ??= this.image();
  }

  /** Runs statements that are not cached, such as those that copy tables. */
  define(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** Creates missing tables and indexes. An image already has them. */
  create(sql: string): void {
    if (!this.#isFromImage) this.define(sql);
  }

  /** Runs writes atomically: if the callback throws, none of them applies. Calls can be nested. */
  write<T>(action: () => T): T {
    this.#openGroup();
    const savepoint = `work_${this.#depth++}`;
    this.prepare(`SAVEPOINT ${savepoint}`).run();
    try {
      return action();
    } catch (cause) {
      this.prepare(`ROLLBACK TO ${savepoint}`).run();
      throw cause;
    } finally {
      this.prepare(`RELEASE ${savepoint}`).run();
      this.#depth--;
    }
  }

  /** Resolves when all previous writes are committed; undefined if none is pending. */
  committed(): Promise<void> | undefined {
    return this.#group?.promise;
  }

  close(): void {
    if (this.#group !== undefined) this.#commit();
    this.#statements.clear();
    this.#sqlite.close();
  }

  #openGroup(): void {
    if (this.#group !== undefined) return;
    this.prepare("BEGIN IMMEDIATE").run();
    this.#group = Promise.withResolvers();
    // A group of control writes may have no waiter; its rejection must not crash the process.
    this.#group.promise.catch(() => {});
    // Runs after the poll phase, so that every request that arrived together with this one shares the commit.
    setImmediate(() => this.#commit());
  }

  #commit(): void {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    try {
      this.beforeCommit();
      this.prepare("COMMIT").run();
      group.resolve();
    } catch (cause) {
      group.reject(cause);
      this.prepare("ROLLBACK").run();
    }
  }
}

const addressFile = "url";

function publishedIn(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, addressFile), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Another emulator uses the same directory. */
export class DirectoryInUse extends Error {
  /** Where the other emulator listens, according to its file, if it has one. `/_emulator/identity` shows whether it still runs. */
  readonly url: string | undefined;

  constructor(directory: string, url: string | undefined) {
    super(
      `Another emulator is using the data directory "${directory}". Stop it, or pass another directory with --data. [CP6001]`,
    );
    this.name = "DirectoryInUse";
    this.url = url;
  }
}

/** The data directory cannot be read or written, or contains other files. */
export class DirectoryUnusable extends Error {
  constructor(directory: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The data directory "${directory}" cannot be used: ${reason}. Empty it, or pass another directory with --data. [CP6002]`,
    );
    this.name = "DirectoryUnusable";
  }
}
