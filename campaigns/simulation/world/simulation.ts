import type { Clock, Timer } from "@cloudplatform/pulumi/values";
import { Random } from "../../cluster/random.ts";

/** A scheduled event. */
interface Event extends Timer {
  atMs: number;
  order: number;
  run: (() => void) | undefined;
}

/** Lets all promises proceed that do not need virtual time. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** When every life begins. */
const beginningMs = Date.parse("2026-01-05T09:00:00Z");

/**
 * One virtual clock and one order of events for a whole world. Time passes only between two events, and only the seed decides
 * what happens next: each wait has a random duration, so that each seed is one interleaving.
 */
export class Simulation {
  random: Random;
  /** What has happened, in order. Two runs of one seed have the same trace. */
  readonly trace: string[] = [];
  #nowMs = beginningMs;
  #order = 0;
  #events = 0;
  /** Number of running actions that take no virtual time, such as the platform's handling of a request. */
  #busy = 0;
  /** Called before each event. A life can kill a process in it. */
  onEvent: () => void = () => {};
  /** A binary heap ordered by time. */
  readonly #queue: Event[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Restarts the random numbers. What follows depends only on this seed, not on earlier draws. */
  reseed(seed: number): void {
    this.random = new Random(seed);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Number of events so far. */
  get events(): number {
    return this.#events;
  }

  note(text: string): void {
    this.trace.push(`${this.#nowMs - beginningMs} ${text}`);
  }

  after(ms: number, run: () => void): Timer {
    const event: Event = { atMs: this.#nowMs + Math.max(0, ms), order: this.#order++, run, unref: () => event };
    this.#push(event);
    return event;
  }

  cancel(timer: Timer | undefined): void {
    if (timer !== undefined) (timer as Event).run = undefined;
  }

  /** Waits for a random time, usually a short one. */
  pause(maxMs: number): Promise<void> {
    return new Promise((resolve) => this.after(this.random.next() * maxMs, resolve));
  }

  /** Runs an action during which no virtual time passes. */
  async atOnce<T>(action: () => Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await action();
    } finally {
      this.#busy--;
    }
  }

  /** Runs the world until a promise settles. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    promise.then(done, done);
    for (;;) {
      await turn();
      if (isDone) return promise;
      if (this.#busy > 0) continue;
      if (!this.#next()) throw new Error("Nothing is left to happen, and something still waits.");
    }
  }

  /** Lets all running work finish, such as a late request. */
  async settle(ms: number): Promise<void> {
    await this.until(new Promise<void>((resolve) => this.after(ms, resolve)));
  }

  /** The clock of the world, for modules that use a clock. */
  clock(isAlive: () => boolean = () => true): Clock {
    return {
      now: () => Math.floor(this.#nowMs),
      monotonic: () => this.#nowMs - beginningMs + 1_000,
      setTimeout: (run, ms) => this.after(ms, () => isAlive() && run()),
      clearTimeout: (timer) => this.cancel(timer),
      random: () => this.random.next(),
    };
  }

  #next(): boolean {
    for (;;) {
      const event = this.#pop();
      if (event === undefined) return false;
      if (event.run === undefined) continue;
      this.#nowMs = event.atMs;
      this.#events++;
      this.onEvent();
      // If this crash has ended the event's process, the event does not happen.
      event.run?.();
      return true;
    }
  }

  #push(event: Event): void {
    const queue = this.#queue;
    let at = queue.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, queue[parent] as Event)) break;
      queue[at] = queue[parent] as Event;
      at = parent;
    }
    queue[at] = event;
  }

  #pop(): Event | undefined {
    const queue = this.#queue;
    const first = queue[0];
    const last = queue.pop();
    if (first === undefined || last === undefined || queue.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= queue.length) break;
      if (child + 1 < queue.length && isBefore(queue[child + 1] as Event, queue[child] as Event)) child++;
      if (!isBefore(queue[child] as Event, last)) break;
      queue[at] = queue[child] as Event;
      at = child;
    }
    queue[at] = last;
    return first;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
