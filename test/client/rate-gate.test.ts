import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetClients } from "../../provider/client/configured-client.ts";
import { scopeOf } from "../../provider/client/operation-scope.ts";
import { Gate } from "../../provider/client/rate-gate.ts";
import { type Limit, simulated } from "../helpers/shared-limit.ts";
import { time } from "../helpers/time.ts";

// Tests advance the clock, so that pauses do not depend on how busy the machine is.
beforeEach(() => {
  time.stop();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  time.start();
});

const endless = scopeOf("the test");
const accepted = { status: 200, header: () => undefined };
const refused = (retryAfter?: string) => ({ status: 429, header: () => retryAfter });

/** A gate, and the times at which requests passed it, in milliseconds. */
function gateWith() {
  const gate = new Gate(() => 0.5);
  const started = performance.now();
  const sent: number[] = [];
  const send = async () => {
    sent.push(performance.now() - started);
    return accepted;
  };
  const refuse = (retryAfter?: string) => gate.pass(gate.newTurn(), async () => refused(retryAfter), endless);
  const ask = (requests: number) => Array.from({ length: requests }, () => gate.pass(gate.newTurn(), send, endless));
  return { gate, sent, send, refuse, ask };
}

test("no request is sent while the platform has asked for a pause", async () => {
  const { sent, refuse, ask } = gateWith();
  await refuse("1");
  const all = ask(20);
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  expect(sent).toHaveLength(20);
});

test("after a pause requests are sent one by one, and a longer pause counts from the latest refusal", async () => {
  const { gate, sent, ask } = gateWith();
  const late = gate.pass(
    gate.newTurn(),
    async () => {
      await vi.advanceTimersByTimeAsync(500);
      return refused("2");
    },
    endless,
  );
  await gate.pass(gate.newTurn(), async () => refused("1"), endless);
  await late;
  const all = ask(5);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  expect(sent[0]).toBeGreaterThanOrEqual(2_500);
  for (const [index, at] of sent.slice(1).entries()) expect(at - (sent[index] ?? 0)).toBeGreaterThanOrEqual(25);
});

test("concurrent refused requests count as one refusal", async () => {
  const { gate, sent, ask } = gateWith();
  await Promise.all(Array.from({ length: 32 }, () => gate.pass(gate.newTurn(), async () => refused("0"), endless)));
  const all = ask(2);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  // Halving the rate 32 times would have reached the maximum spacing.
  expect(sent[1]).toBeLessThan(200);
});

test("without a refusal no request waits", async () => {
  const { sent, ask } = gateWith();
  await Promise.all(ask(20));
  expect(sent).toEqual(Array(20).fill(0));
});

test("a refused request is sent before later requests", async () => {
  const { gate } = gateWith();
  const order: number[] = [];
  const send = (turn: number) => async () => {
    order.push(turn);
    return accepted;
  };
  const first = gate.newTurn();
  await gate.pass(first, async () => refused("1"), endless);
  const later = gate.newTurn();
  const all = [gate.pass(later, send(later), endless), gate.pass(first, send(first), endless)];
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  expect(order).toEqual([first, later]);
});

test("an aborted request leaves the queue, and the next request is sent", async () => {
  const { gate, sent, send, refuse } = gateWith();
  await refuse("1");
  const given = new AbortController();
  const stopped = expect(gate.pass(gate.newTurn(), send, scopeOf("the test", given.signal))).rejects.toThrow(
    "interrupted",
  );
  const other = gate.pass(gate.newTurn(), send, endless);
  given.abort();
  await stopped;
  await vi.advanceTimersByTimeAsync(60_000);
  await other;
  expect(sent).toHaveLength(1);
});

test("a refusal is final if no request was accepted for ten minutes", async () => {
  const { gate, refuse } = gateWith();
  const passed = async (request: Promise<unknown>) => {
    await vi.advanceTimersByTimeAsync(5_000);
    await request;
  };
  await passed(refuse());
  expect(gate.pauseMs()).toBeDefined();
  await vi.advanceTimersByTimeAsync(596_000);
  await passed(refuse());
  expect(gate.pauseMs()).toBeUndefined();
  await passed(gate.pass(gate.newTurn(), async () => accepted, endless));
  await passed(refuse());
  expect(gate.pauseMs()).toBeDefined();
});

test("reports how long a refused request waits: the rest of the pause, never a negative time", async () => {
  const { gate, refuse } = gateWith();
  expect(gate.pauseMs()).toBe(0);
  await refuse("10");
  const all = gate.pauseMs() ?? 0;
  expect(all).toBeGreaterThanOrEqual(10_000);
  expect(all).toBeLessThan(11_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(gate.pauseMs()).toBe(all - 4_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gate.pauseMs()).toBe(0);
});

test("gates are shared by base URL and key", () => {
  expect(Gate.of("http://gate.test", "a")).toBe(Gate.of("http://gate.test", "a"));
  expect(Gate.of("http://gate.test", "a")).not.toBe(Gate.of("http://gate.test", "b"));
});

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const limits: readonly Limit[] = [
  { perSecond: 10, kind: "bucket", retryAfter: "1" },
  { perSecond: 10, kind: "bucket", retryAfter: undefined },
  { perSecond: 10, kind: "window", retryAfter: "1" },
  { perSecond: 10, kind: "window", retryAfter: "0" },
];

test.each(limits)(
  "twenty processes share $perSecond requests a second ($kind, Retry-After $retryAfter)",
  async (limit) => {
    const { seconds, failed, served, refusals } = await simulated({
      processes: 20,
      requests: 200,
      limit,
      seed: 1,
      advance,
    });
    expect(failed).toBe(0);
    expect(served).toBe(4_000);
    const [slowest = 0, median = 0] = [seconds.at(-1), seconds[seconds.length / 2]];
    // The limit allows no less than 400 s.
    expect(slowest).toBeLessThan(1.25 * 400);
    expect(slowest).toBeLessThan(1.4 * median);
    expect(refusals).toBeLessThan(0.5 * served);
  },
);

test("two hundred processes are served, though most of their requests are refused", async () => {
  const limit: Limit = { perSecond: 10, kind: "window", retryAfter: "1" };
  const { failed, served } = await simulated({ processes: 200, requests: 10, limit, seed: 1, advance });
  expect([failed, served]).toEqual([0, 2_000]);
});

test("under any limit every request of every process is served", async () => {
  const given = fc.record({
    processes: fc.integer({ min: 1, max: 40 }),
    requests: fc.integer({ min: 1, max: 30 }),
    seed: fc.integer(),
    limit: fc.record({
      perSecond: fc.integer({ min: 1, max: 50 }),
      kind: fc.constantFrom<Limit["kind"]>("bucket", "window"),
      retryAfter: fc.constantFrom<string | undefined>(undefined, "0", "1", "5"),
    }),
  });
  const isServed = fc.asyncProperty(given, async (one) => {
    const { failed, served } = await simulated({ ...one, advance });
    expect([failed, served]).toEqual([0, one.processes * one.requests]);
  });
  // In this example, a process is not served for more than 5 minutes.
  const limit: Limit = { perSecond: 1, kind: "window", retryAfter: "5" };
  const unlucky = { processes: 40, requests: 11, seed: -715_632_779, limit };
  await fc.assert(isServed, { numRuns: 30, examples: [[unlucky]] });
});

test("the pause that a platform requested is forgotten with its clients, as in a new process", async () => {
  const [url, key] = ["http://127.0.0.1:1/forgotten", "key"];
  const gate = Gate.of(url, key);
  await gate.pass(gate.newTurn(), async () => refused("60"), endless);
  expect(Gate.of(url, key).isLimited).toBe(true);
  forgetClients();
  expect(Gate.of(url, key).isLimited).toBe(false);
});
