import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { useClock } from "@cloudplatform/pulumi/values";
import { onTestFinished, vi } from "vitest";
import { SkippingClock } from "../../provider/testing/clock.ts";

/** The clock that skips waits, and knows the requests over HTTP of this process. */
class TestClock extends SkippingClock {
  #isHeld = false;
  readonly #channels: readonly (readonly [string, (message: unknown) => void])[] = [
    ["undici:request:create", (message) => this.begun((message as { request: unknown }).request)],
    ["undici:request:trailers", (message) => this.ended((message as { request: unknown }).request)],
    ["undici:request:error", (message) => this.ended((message as { request: unknown }).request)],
    ["http.server.request.start", (message) => this.#serve((message as { response: ServerResponse }).response)],
  ];

  /** Makes it the clock of this process. */
  start(): void {
    // A file whose run was cancelled has not stopped it. What an earlier file of this process has skipped, a plugin in a process of its
    // own would not know.
    this.stop();
    this.#isHeld = false;
    for (const [name, listener] of this.#channels) subscribe(name, listener);
    useClock(this);
  }

  /** Restores the system's clock. */
  stop(): void {
    useClock(undefined);
    for (const [name, listener] of this.#channels) unsubscribe(name, listener);
    this.reset();
  }

  /** Lets time pass as usual, until `release` or the end of the test. */
  hold(): void {
    this.#isHeld = true;
    onTestFinished(() => this.release());
  }

  release(): void {
    this.#isHeld = false;
  }

  #serve(response: ServerResponse): void {
    this.begun(response);
    response.once("close", () => this.ended(response));
  }

  protected override isBusy(): boolean {
    return this.#isHeld || super.isBusy();
  }

  protected override async settled(): Promise<void> {
    await vi.dynamicImportSettled();
  }
}

/** The clock of the process in tests: nobody waits for it. */
export const time = new TestClock();
