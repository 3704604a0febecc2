import { OperationClient } from "./operation-client.ts";
import { endOf, onEnd, scopeOf } from "./operation-scope.ts";

/** A read that several operations share. */
export type Ask<T> = (client: OperationClient) => Promise<T>;

/**
 * A read that several operations wait for, or reuse later. An operation that ends leaves at once without affecting the others;
 * when none is left, the read is aborted.
 */
export class SharedRead<T> {
  readonly #result: Promise<T>;
  readonly #controller = new AbortController();
  #waiting = 0;
  #state: "open" | "done" | "failed" = "open";

  constructor(client: OperationClient, ask: Ask<T>) {
    const scope = scopeOf("a read that operations share", this.#controller.signal);
    this.#result = ask(OperationClient.rebind(client, scope));
    this.#result.then(
      () => {
        this.#state = "done";
      },
      () => {
        this.#state = "failed";
      },
    );
  }

  /** Whether the read failed or was aborted: the next caller starts another. */
  get hasFailed(): boolean {
    return this.#state === "failed" || this.#controller.signal.aborted;
  }

  /** Returns the result to an operation. */
  async join({ scope }: OperationClient): Promise<T> {
    const end = endOf(scope, waiting);
    if (end !== undefined) throw end;
    const left = Promise.withResolvers<never>();
    const release = onEnd(scope, () => left.reject(endOf(scope, waiting)));
    this.#waiting++;
    try {
      return await Promise.race([this.#result, left.promise]);
    } finally {
      release();
      this.#waiting--;
      if (this.#waiting === 0 && this.#state === "open") this.#controller.abort();
    }
  }
}

const waiting = "The wait for a response";
