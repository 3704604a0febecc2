import { type Endpoint, mayChange } from "../api/index.ts";
import { clock } from "../values/index.ts";
import { unknownPaths } from "../values/unknown.ts";
import type { Call, ResponseOf } from "./call-types.ts";
import type { Client } from "./client.ts";
import { type Deadline, pauseIn, refuseEnded, type Scope } from "./operation-scope.ts";
import { OwnWrites } from "./own-writes.ts";
import type { Redact } from "./redact.ts";
import type { Settings } from "./settings.ts";
import { SharedRead } from "./shared-read.ts";

/** Options of a call. */
export interface CallOptions {
  /**
   * The request may cost money and is sent once: only a clear refusal by the platform itself (a 4xx in its own form) counts as
   * not executed. Any other failure after the request has begun to leave is ambiguous.
   */
  sendOnce?: boolean;
  /**
   * Called before the request is sent again, and throws where that is no longer right: by then, its address may be that of an object
   * that somebody else has created.
   */
  beforeRepeat?: () => Promise<void>;
  /** Page number, from 1, for platforms that do not support `offset`. */
  page?: number;
}

/** The options of a call, and the operation that sends it. */
export interface Sending extends CallOptions {
  scope: Scope;
  writes: OwnWrites;
}

/** Sends a call. Every call belongs to an operation. */
export type Send = <E extends Endpoint>(endpoint: E, call: Call<E>, sending: Sending) => Promise<ResponseOf<E>>;

/** What all operations of a process share for a platform. */
interface Connection {
  readonly settings: Readonly<Settings>;
  readonly isLimited: boolean;
  readonly redact: Redact;
}

/**
 * The client of one operation: creating a resource, calling a function, running a command. It sends nothing after the operation
 * has ended by Ctrl-C or its deadline, however long the request has waited. It is the only place that translates names: callers
 * use the user's spelling, the platform the wire's.
 */
export class OperationClient {
  readonly #connection: Connection;
  readonly #send: Send;
  readonly #writes: OwnWrites;
  readonly scope: Scope;
  /** Whether to read objects individually, because shared lists are too old for this operation. */
  readonly readsSingly: boolean;
  /** Ends a rehearsal at a step that cannot be rehearsed. */
  readonly #end: (() => never) | undefined;

  /**
   * Use `bind` of a client.
   * @internal
   */
  constructor(connection: Connection, send: Send, scope: Scope, { writes, readsSingly = false, end }: Given = {}) {
    this.#connection = connection;
    this.#send = send;
    this.scope = scope;
    this.#writes = writes ?? new OwnWrites(connection.settings.ambiguityTimeoutSeconds * 1000);
    this.readsSingly = readsSingly;
    this.#end = end;
  }

  /**
   * Returns a client with the same connection for another operation: a read that several operations wait for belongs to none of
   * them.
   */
  static rebind(client: OperationClient, scope: Scope): OperationClient {
    return new OperationClient(client.#connection, client.#send, scope);
  }

  /** Identifies the connection among others. */
  static connectionOf(client: OperationClient | Connection): object {
    return #connection in client ? client.#connection : client;
  }

  get settings(): Readonly<Settings> {
    return this.#connection.settings;
  }

  /** Whether the platform has recently refused requests for their rate. */
  get isLimited(): boolean {
    return this.#connection.isLimited;
  }

  /** Number of requests by this operation that changed the platform, or may have. */
  get changes(): number {
    return this.#writes.changes;
  }

  /** Number of requests by this operation that would change the platform and were sent, also of those that it says to have refused. */
  get attempts(): number {
    return this.#writes.attempts;
  }

  /** When this or an earlier operation last wrote the object, in milliseconds since 1970. */
  get writtenAt(): number | undefined {
    return this.#writes.writtenAt;
  }

  /** Records a write, such as one by a task that has ended: reads may not show it yet. */
  noteWrite(at?: number): void {
    this.#writes.noteWrite(at);
  }

  /**
   * Reads until the result agrees with the last write, for as long as reads may be stale; then the platform is believed. An
   * object that is missing although it was written is not handled here: each call waits for it.
   */
  async settled<T>(read: (client: OperationClient) => Promise<T>, agrees: (seen: T) => boolean): Promise<T> {
    let seen = await read(this);
    for (let again = 1; this.#writes.unsettledMs > 0 && !agrees(seen); again++) {
      this.#end?.();
      await this.#writes.pause(this.scope, again);
      seen = await read(this.#but({ readsSingly: true }));
    }
    return seen;
  }

  /** Removes the API key and every registered secret from a text. */
  get redact(): Redact {
    return this.#connection.redact;
  }

  /**
   * Calls an endpoint and returns its parsed response. Errors: `RequestError`, `InputError`, `CancelledError`, `DeadlineError`.
   *
   * Endpoints are zod schemas and not part of this package's public types: programs use the lookups.
   * @internal
   */
  async call<E extends Endpoint>(endpoint: E, call: Call<E>, options: CallOptions = {}): Promise<ResponseOf<E>> {
    const send = (scope: Scope) => this.#send(endpoint, call, { ...options, scope, writes: this.#writes });
    const rehearsed = rehearsedReads(this.#connection);
    if (mayChange(endpoint)) {
      this.#end?.();
      rehearsed.clear();
      return send(this.scope).finally(() => rehearsed.clear());
    }
    if (this.#end === undefined) return send(this.scope);
    if (unknownPaths(call).length > 0) this.#end();
    const key = JSON.stringify([endpoint.id, call, options]);
    const known = rehearsed.get(key);
    const now = clock.monotonic();
    if (known !== undefined && now - known.at < rehearsedMs && !known.read.hasFailed)
      return (await known.read.join(this)) as ResponseOf<E>;
    const read = new SharedRead<unknown>(this, ({ scope }) => send(scope));
    rehearsed.set(key, { at: now, read });
    return (await read.join(this)) as ResponseOf<E>;
  }

  /** Waits. Throws as soon as the operation has ended. `what`: the unfinished step, for the error. */
  async sleep(ms: number, what?: string): Promise<void> {
    if (ms > 0) this.#end?.();
    return pauseIn(this.scope, ms, what);
  }

  /** Throws if the operation has ended, because nothing can be sent any more. */
  refuseEnded(what: string): void {
    refuseEnded(this.scope, what);
  }

  /** Returns a client for a part of the operation, with a shorter time limit. */
  within(deadline: Deadline): OperationClient {
    if (deadline.leftMs >= this.scope.deadline.leftMs) return this;
    return this.#but({}, { ...this.scope, deadline });
  }

  /**
   * Returns a client that rehearses an operation up to its first change: reads may reuse earlier responses of this process, and
   * instead of changing something or waiting, `end` is called.
   */
  rehearsing(end: () => never): OperationClient {
    return this.#but({ end });
  }

  /** Whether this client rehearses: it changes nothing and prefers a list to many reads. */
  get isRehearsing(): boolean {
    return this.#end !== undefined;
  }

  /** Returns a client for one of the operation's resources, whose changes are counted separately. */
  about(subject: string): OperationClient {
    return this.#but({ writes: this.#writes.apart() }, { ...this.scope, subject });
  }

  #but(given: Given, scope = this.scope): OperationClient {
    const own = { writes: this.#writes, readsSingly: this.readsSingly, ...(this.#end && { end: this.#end }) };
    return new OperationClient(this.#connection, this.#send, scope, { ...own, ...given });
  }
}

/** State of a client beside its connection and operation. */
interface Given {
  writes?: OwnWrites;
  readsSingly?: boolean;
  end?: () => never;
}

/** How long rehearsals reuse a read: the engine checks hundreds of resources within seconds. */
const rehearsedMs = 10_000;

interface RehearsedRead {
  at: number;
  read: SharedRead<unknown>;
}

const readsOf = new WeakMap<object, Map<string, RehearsedRead>>();

/** Reads of a platform by rehearsals, until this process changes something there. */
function rehearsedReads(connection: Connection): Map<string, RehearsedRead> {
  const reads = readsOf.get(connection) ?? new Map<string, RehearsedRead>();
  readsOf.set(connection, reads);
  return reads;
}

/** One value per platform and key, created on first use and shared by all operations of a process. */
export function perClient<T>(make: () => T): (client: OperationClient | Client) => T {
  const values = new WeakMap<object, T>();
  return (client) => {
    const connection = OperationClient.connectionOf(client);
    if (!values.has(connection)) values.set(connection, make());
    return values.get(connection) as T;
  };
}
