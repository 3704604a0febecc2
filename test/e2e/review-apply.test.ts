import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine, type Ran } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { until } from "../helpers/until.ts";
import { api } from "../review/world.ts";

/** `cloudplatform apply` refuses what was not reviewed, with the real CLI; nothing is touched in any case. */
const emulator = await platform({ speed: 100_000 });
const elsewhere = await platform({ speed: 100_000 });
let stack: TestStack;
let digest = "";

const program = (weight: number) => `
  if (process.env.KEEP_THE_LOCK) await new Promise((resolve) => setTimeout(resolve, 600_000));
  new cdn.RuleTemplate("one", { name: "one", rule: "/one/", ruleType: 0, weight: ${weight} });
  new reservations.Reservation("metal", { name: "metal", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
`;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  await stack.program('new cdn.RuleTemplate("one", { name: "one", rule: "/one/", ruleType: 0, weight: 1 });');
  expect(await stack.up()).toMatchObject({ code: 0 });
  await stack.program(program(2));
  const made = await run(["review", "--no-policies", "--output", join(stack.folder, "review")]);
  expect(made, made.err).toMatchObject({ code: 0 });
  digest = made.out.trim();
});
afterAll(() => stack?.remove());

const run = (args: string[], env: Record<string, string> = {}) =>
  commandLine("", [...args, "-C", stack.folder], { environment: { ...(stack.env as Record<string, string>), ...env } });

const apply = (env: Record<string, string> = {}) => run(["apply", "--no-policies", "--review", file()], env);

const file = () => join(stack.folder, "review/review.json");

/** Runs an apply that must be refused, and proves that neither the state nor a platform has changed. */
async function refused(work: () => Promise<Ran>): Promise<string> {
  const state = await stack.stateText();
  const objects = [emulator, elsewhere].map(objectsOf);
  const ran = await work();
  expect(ran.code, ran.out + ran.err).toBe(3);
  expect(await stack.stateText()).toBe(state);
  expect([emulator, elsewhere].map(objectsOf)).toEqual(objects);
  return ran.err;
}

const objectsOf = ({ platform: { store } }: typeof emulator) =>
  JSON.stringify([store.ruleTemplates.all(), store.reservations.all()]);

test("drift and a changed price", async () => {
  const { store } = emulator.platform;
  const flavor = store.flavors.get("bm1-hf-medium");
  if (flavor === undefined) throw new Error("The emulator has no such flavor.");
  await api(emulator.url).change("one", { name: "one", rule: "/one/", ruleType: 0, weight: 7 });
  store.flavors.put(flavor.flavor_id, { ...flavor, price_per_hour: flavor.price_per_hour * 2 });
  const text = await refused(() => apply());
  expect(text).toContain("drift: now: cdn:RuleTemplate one: weight: 1 → 7");
  expect(text).toMatch(/price: now: metal commits to/);
  store.flavors.put(flavor.flavor_id, flavor);
  await api(emulator.url).change("one", { name: "one", rule: "/one/", ruleType: 0, weight: 1 });
});

test("a changed program and a changed configuration", async () => {
  await stack.program(program(3));
  await stack.config("test:color", "blue");
  const text = await refused(() => apply());
  expect(text).toContain("program: update cdn:RuleTemplate one: now: weight: 1 → 3");
  expect(text).toContain('configuration: test:color was (none), and is "blue" now');
  await stack.run("config", "rm", "test:color");
  await stack.program(program(2));
});

test("another platform", async () => {
  const text = await refused(() => apply({ CLOUDPLATFORM_BASE_URL: elsewhere.url }));
  expect(text).toContain(`platform: the platform was ${emulator.url}, and is ${elsewhere.url} now`);
});

test("an update that runs at the same time", async () => {
  stack.env.KEEP_THE_LOCK = "1";
  const running = stack.start("up", "--yes", "--skip-preview");
  delete stack.env.KEEP_THE_LOCK;
  const locks = join(stack.folder, "backend/.pulumi/locks");
  await until("the stack is locked", () => globSync("**/*.json", { cwd: locks })[0]);
  expect(await refused(() => apply())).toContain("Another update of the stack is running");
  running.signal("SIGINT");
  await running.done;
});

test("the digest alone applies what was reviewed", async () => {
  const applied = await run(["apply", "--no-policies", "--digest", digest]);
  expect(applied.code, applied.out + applied.err).toBe(0);
  expect(emulator.platform.store.reservations.all()).toHaveLength(1);
  expect(emulator.platform.store.ruleTemplates.all().find((one) => one.name === "one")?.weight).toBe(2);
});
