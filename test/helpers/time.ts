import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { useClock } from "@cloudplatform/pulumi/values";
import { onTestFinished, vi } from "vitest";
import { SkippingClock } from "../../provider/testing/clock.ts";

/** A clock that skips waits and tracks this process's HTTP requests. */
class TestClock extends SkippingClock {
  #isHeld = false;
  readonly #channels: readonly (readonly [string, (message: unknown) => void])[] = [
    ["undici:request:create", (message) => this.begun((message as { request: unknown }).request)],
    ["undici:request:trailers", (message) => this.ended((message as { request: unknown }).request)],
    ["undici:request:error", (message) => this.ended((message as { request: unknown }).request)],
    ["http.server.request.start", (message) => this.#serve((message as { response: ServerResponse }).response)],
  ];

  /** Installs it as the clock of this process. */
  start(): void {
    // A cancelled file may not have stopped the clock. Reset the time skipped by earlier files: a plugin in its own process does
    // not know it.
    this.stop();
    this.#isHeld = false;
    for (const [name, listener] of this.#channels) subscribe(name, listener);
    useClock(this);
  }

  /** Restores the system clock. */
  stop(): void {
    useClock(undefined);
    for (const [name, listener] of this.#channels) unsubscribe(name, listener);
    this.reset();
  }

  /** Stops skipping waits until `release` or the end of the test. */
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

/** The test clock of this process. */
export const time = new TestClock();
