import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Gate } from "../../provider/client/gate.ts";

// The clock moves when a test says so: what a busy machine makes of a pause does not matter.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gate and the times at which requests went through it, in milliseconds. */
function gateWith(requests: number) {
  const gate = Gate.of(`http://gate.test/${Math.random()}`);
  const started = performance.now();
  const sent: number[] = [];
  const request = () => gate.pass(async () => void sent.push(performance.now() - started));
  return { gate, sent, ask: () => Array.from({ length: requests }, request) };
}

test("no request is sent while the platform has asked for a pause", async () => {
  const { gate, sent, ask } = gateWith(20);
  gate.close(1_000);
  const all = ask();
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  expect(sent).toHaveLength(20);
  expect(sent[0]).toBe(1_000);
});

test("after a pause requests go one by one, and a longer pause counts from the latest refusal", async () => {
  const { gate, sent, ask } = gateWith(5);
  gate.close(1_000);
  await vi.advanceTimersByTimeAsync(500);
  gate.close(2_000);
  const all = ask();
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  expect(sent[0]).toBe(2_500);
  for (const [index, at] of sent.slice(1).entries()) expect(at - (sent[index] ?? 0)).toBeGreaterThanOrEqual(50);
});

test("without a refusal nothing waits", async () => {
  const { sent, ask } = gateWith(20);
  await Promise.all(ask());
  expect(sent).toEqual(Array(20).fill(0));
});
