import { endpoints } from "@cloudplatform/pulumi/api";
import { CancelledError, type OperationClient, scopeOf } from "@cloudplatform/pulumi/client";
import { beforeEach, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { until } from "../helpers/until.ts";

const emulator = await platform();
const { faultsHaveMet } = controlOf(emulator);
const { faults, store } = emulator.platform;
const template = { name: "it", rule: "/it/", ruleType: 0 as const, options: {} };
const create = (client: OperationClient) => client.call(endpoints["ruleTemplates.create"], { body: template });
const list = (client: OperationClient) => client.call(endpoints["ruleTemplates.list"], { query: {} });

beforeEach(() => emulator.platform.reset());

/** Interrupts an operation after its only request has reached the platform. */
async function interrupted(send: (client: OperationClient) => Promise<unknown>, graceMs: number) {
  faults.add({ name: "delay", ms: 600_000, probability: 1, seed: 1 });
  const controller = new AbortController();
  const client = clientOf(emulator, { timeouts: { graceMs } }).bind(scopeOf("the test", controller.signal));
  const sent = send(client).catch((error: Error) => error);
  await until("the request", faultsHaveMet);
  controller.abort();
  return { sent };
}

test("a change that was sent before its operation ended still gets its response", async () => {
  const { sent } = await interrupted(create, 600_000);
  faults.removeAll();
  expect(await sent).toMatchObject({ rule: "/it/" });
  expect(store.ruleTemplates.all().filter(({ rule }) => rule === template.rule)).toHaveLength(1);
});

test("a change without a response after the end of its operation is ambiguous", async () => {
  const { sent } = await interrupted(create, 20);
  expect(await sent).toMatchObject({ sideEffect: "maybe", reason: "INTERRUPTED" });
});

test("a read is aborted with its operation", async () => {
  const { sent } = await interrupted(list, 600_000);
  expect(await sent).toBeInstanceOf(CancelledError);
});
