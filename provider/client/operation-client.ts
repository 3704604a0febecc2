import { type Endpoint, mayChange } from "../api/index.ts";
import { unknownPaths } from "../schema/unknowns.ts";
import { clock } from "../values/index.ts";
import type { Call, ResponseOf } from "./call.ts";
import type { Deadline } from "./deadline.ts";
import { OwnWrites } from "./reads-after-writes.ts";
import type { Redact } from "./redact.ts";
import { pauseIn, refuseEnded, type Scope } from "./scope.ts";
import type { Settings } from "./settings.ts";
import { SharedRead } from "./shared-read.ts";

/** Options of one call. */
export interface CallOptions {
  /**
   * The request may cost money and is sent once: only a clear refusal by the platform itself (a 4xx in its own form)
   * counts as not executed. Every other failure after the request has begun to leave is ambiguous.
   */
  sendOnce?: boolean;
  /** Number of the page, from 1, for platforms that do not know `offset`. */
  page?: number;
}

/** How a call is sent. */
export interface Sending extends CallOptions {
  scope: Scope;
  writes: OwnWrites;
}

/** Sends a call. Without an operation there is none. */
export type Send = <E extends Endpoint>(endpoint: E, call: Call<E>, sending: Sending) => Promise<ResponseOf<E>>;

/** What the operations of a process share of one platform. */
interface Connection {
  readonly settings: Readonly<Settings>;
  readonly isLimited: boolean;
  readonly redact: Redact;
}

/**
 * The client of one operation: a resource's creation, a function's call, a command. It sends nothing after the operation has
 * ended, by Ctrl-C or its deadline, whatever the request has waited for. It is the one place where names are translated:
 * callers pass and get the user's spelling, and the platform the wire's.
 */
export class OperationClient {
  readonly #connection: Connection;
  readonly #send: Send;
  readonly #writes: OwnWrites;
  readonly scope: Scope;
  /** Whether lists that several operations share are too old for this one. */
  readonly readsSingly: boolean;
  /** Ends a rehearsal: what comes next cannot be rehearsed. */
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

  /** The same connection for another operation: what several wait for belongs to none of them. */
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

  /** Whether the platform has refused requests for their rate of late. */
  get isLimited(): boolean {
    return this.#connection.isLimited;
  }

  /** Requests of this operation that have changed something on the platform, or may have. */
  get changes(): number {
    return this.#writes.changes;
  }

  /** When this operation, or an earlier one, has written the object last, in milliseconds since 1970. */
  get writtenAt(): number | undefined {
    return this.#writes.writtenAt;
  }

  /** Something was written at a time, such as by a task that has ended: reads may not show it yet. */
  noteWrite(at?: number): void {
    this.#writes.noteWrite(at);
  }

  /**
   * Reads until the result agrees with what was written last, for as long as reads may show what was before. Then the platform is
   * believed. What is missing although it was written is waited for by each call alone.
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
   * Endpoints are zod schemas of this package and not part of its public types: programs use the lookups.
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

  /** Waits; throws at once where the operation has ended or ends. `what`: what was still to be done, for the error. */
  async sleep(ms: number, what?: string): Promise<void> {
    if (ms > 0) this.#end?.();
    return pauseIn(this.scope, ms, what);
  }

  /** Throws where the operation has ended: nothing could be sent any more. */
  refuseEnded(what: string): void {
    refuseEnded(this.scope, what);
  }

  /** For a part of the operation that may take less time. */
  within(deadline: Deadline): OperationClient {
    if (deadline.leftMs >= this.scope.deadline.leftMs) return this;
    return this.#but({}, { ...this.scope, deadline });
  }

  /**
   * For what an operation would do before it changes something: reads are answered as they were answered before in this
   * process, and where it would change something or wait, `end` is called instead.
   */
  rehearsing(end: () => never): OperationClient {
    return this.#but({ end });
  }

  /** Whether nothing is changed, and lists are better than many reads. */
  get isRehearsing(): boolean {
    return this.#end !== undefined;
  }

  /** For one of the resources that the operation is about: its changes are counted apart. */
  about(subject: string): OperationClient {
    return this.#but({ writes: this.#writes.apart() }, { ...this.scope, subject });
  }

  #but(given: Given, scope = this.scope): OperationClient {
    const own = { writes: this.#writes, readsSingly: this.readsSingly, ...(this.#end && { end: this.#end }) };
    return new OperationClient(this.#connection, this.#send, scope, { ...own, ...given });
  }
}

/** What a client has beside its connection and its operation. */
interface Given {
  writes?: OwnWrites;
  readsSingly?: boolean;
  end?: () => never;
}

/** How long a read serves rehearsals: the engine checks hundreds of resources within seconds. */
const rehearsedMs = 10_000;

interface RehearsedRead {
  at: number;
  read: SharedRead<unknown>;
}

const readsOf = new WeakMap<object, Map<string, RehearsedRead>>();

/** What rehearsals have read of a platform, until this process changes something there. */
function rehearsedReads(connection: Connection): Map<string, RehearsedRead> {
  const reads = readsOf.get(connection) ?? new Map<string, RehearsedRead>();
  readsOf.set(connection, reads);
  return reads;
}
