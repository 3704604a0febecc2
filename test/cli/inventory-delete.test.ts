import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { madeCluster, speaker } from "../emulator/platform.ts";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { commandLine, type RunOptions } from "./command-line.ts";

/** `cloudplatform inventory delete` over a backend with one empty stack. The real CLI reads the stack list and the state. */
const emulator = await platform();
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

const plant = (id: number, name: string) =>
  control.change("ruleTemplates", String(id), { id, name, rule: `/${name}`, ruleType: 0 });

beforeEach(async () => {
  await control.reset();
  for (let id = 101; id <= 106; id++) await plant(id, `old-${id}`);
});

const filter = ["--kind", "rule-template", "--name", "old-*"];

function remove(args: readonly string[], options: RunOptions = {}) {
  const environment = Object.fromEntries(
    Object.entries(stack.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return commandLine(emulator.url, ["inventory", "delete", ...args], { ...options, folder: stack.folder, environment });
}

/** Returns the confirmation that the last sentence of a text asks for. */
const confirmationIn = (text: string) => /.*--confirm (\d+-[0-9a-f]{8})/s.exec(text)?.[1] ?? "";
const deletions = async () => (await control.requests()).filter((request) => request.startsWith("DELETE"));
const left = async () =>
  ((await control.state("ruleTemplates")) as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => /^old/.test(name));

test("a confirmation is valid for the printed objects, not for the same number of others", async () => {
  const confirmation = confirmationIn((await remove(filter)).out);
  expect(confirmation).toMatch(/^6-/);
  await control.remove("ruleTemplates", "106");
  await plant(107, "old-107");
  const refused = await remove([...filter, "--confirm", confirmation]);
  expect(refused.code, refused.out).toBe(2);
  expect(refused.err).toContain("Nothing was deleted");
  expect(refused.err).toContain("6 objects match");
  const now = confirmationIn(refused.err);
  expect(now).toMatch(/^6-/);
  expect(await remove([...filter, "--confirm", "6"])).toMatchObject({ code: 2 });
  expect(await deletions()).toEqual([]);
  const deleted = await remove([...filter, "--confirm", now]);
  expect(deleted, deleted.err).toMatchObject({ code: 0, out: expect.stringContaining("6 deleted, 0 left") });
  expect(await left()).toEqual([]);
  expect(await remove(filter)).toMatchObject({ code: 4 });
});

test("the objects that an interrupted deletion left are printed, and the next command deletes each once", async () => {
  const confirmation = confirmationIn((await remove(filter)).out);
  const { requests } = emulator.platform;
  const stop = new AbortController();
  const add = requests.add.bind(requests);
  // Simulates a killed command: nothing is sent after the first response to a deletion.
  requests.add = (one) => {
    if (one.method === "DELETE") stop.abort();
    return add(one);
  };
  const killed = await remove([...filter, "--confirm", confirmation], { signal: stop.signal });
  requests.add = add;
  expect(killed.code).toBe(130);
  const names = await left();
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThan(6);

  expect(await remove([...filter, "--confirm", confirmation])).toMatchObject({ code: 2 });
  const shown = await remove(filter);
  for (const name of names) expect(shown.out).toContain(name);
  const next = await remove([...filter, "--confirm", confirmationIn(shown.out)]);
  expect(next, next.err).toMatchObject({ code: 0, out: expect.stringContaining(`${names.length} deleted, 0 left`) });
  expect(await left()).toEqual([]);
  const sent = await deletions();
  expect(new Set(sent).size).toBe(sent.length);
});

test("the price of the deleted objects is shown, and the deletion of a cluster waits for its task", async () => {
  await madeCluster(speaker(emulator.url));
  const args = ["--kind", "cluster", "--name", "edge-*", "--place", "1/76"];
  const shown = await remove(args);
  expect(shown.out, shown.err).toMatch(/One object costs \d+\.\d+ EUR a month\./);
  const tick = setInterval(() => emulator.platform.clock.change({ advanceMs: 3_600_000 }), 50);
  const deleted = await remove([...args, "--confirm", confirmationIn(shown.out)]);
  clearInterval(tick);
  expect(deleted, deleted.err).toMatchObject({ code: 0 });
  expect(await control.state("clusters")).toEqual([]);
});

test("--stack is refused, because objects of other stacks would look unmanaged", async () => {
  const refused = await remove([...filter, "--stack", "test"]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("--stack leaves stacks out") });
});
