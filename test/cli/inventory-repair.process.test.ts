import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CostReport } from "../../provider/cli/cost/cost.ts";
import type { InventoryReport } from "../../provider/cli/inventory/report.ts";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { commandLine } from "./command-line.ts";

// Real processes, because a printed command must do what it says: the real CLI runs each of them. 9 s of processor time.

const emulator = await platform({ speed: 1000 });
const control = controlOf(emulator);
let [shop, other]: TestStack[] = [];

beforeAll(async () => {
  const plugins = [(await builtPlugin()).folder];
  shop = await openStack({ url: emulator.url, plugins });
  other = await openStack({ url: emulator.url, plugins, beside: shop, project: "other" });
});
afterAll(async () => {
  await other?.remove();
  await shop?.remove();
});

interface Deployment {
  resources: { urn: string; id?: string }[];
}

async function edited({ folder, project }: { folder: string; project: string }, edit: (latest: Deployment) => void) {
  const file = join(folder, "backend/.pulumi/stacks", project, "test.json");
  const saved = JSON.parse(await readFile(file, "utf8"));
  edit(saved.checkpoint.latest);
  await writeFile(file, JSON.stringify(saved));
}

const environmentOf = ({ env }: TestStack) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

async function reported<T>(stack: TestStack, command: string, ...args: string[]): Promise<T> {
  const options = { folder: stack.folder, environment: environmentOf(stack) };
  const { out, err } = await commandLine(emulator.url, [command, ...args, "--format", "json"], options);
  expect(out, err).not.toBe("");
  return JSON.parse(out);
}

/** Runs a printed command as if pasted into a shell. `--yes` replaces the confirmation that a person is asked for. */
const pasted = (stack: TestStack, command: string) =>
  promisify(execFile)("sh", ["-c", `${command} --yes --non-interactive`], { cwd: stack.folder, env: stack.env });

const rule = (name: string) =>
  `new native.cdn.RuleTemplate("${name}", { name: "${name}", rule: "/${name}", ruleType: 0 });`;
const load = 'import * as native from "@cloudplatform/pulumi/native";';

test("the commands that inventory prints put their objects in order", async () => {
  if (shop === undefined || other === undefined) throw new Error("There are no stacks.");
  await shop.program([load, ...["kept", "gone", "twice"].map(rule)].join("\n"));
  await succeeds(shop.up());
  await other.program([load, rule("mine")].join("\n"));
  await succeeds(other.up());
  const idOf = async (name: string) =>
    String((await control.state("ruleTemplates")).find((one) => one.name === name)?.id);

  const counted = () => reported<InventoryReport>(shop as TestStack, "inventory");
  const repairs = async (status: string) =>
    (await counted()).objects.filter((one) => one.status === status).map(({ repair }) => repair);

  await control.remove("ruleTemplates", await idOf("gone"));
  const twice = await idOf("twice");
  await edited({ folder: shop.folder, project: "other" }, ({ resources }) => {
    for (const one of resources) if (one.urn.endsWith("::mine")) Object.assign(one, { id: twice });
  });
  const [gone] = await repairs("gone");
  const [duplicate] = await repairs("duplicate");
  await pasted(shop, String(gone));
  await pasted(shop, String(duplicate));
  const after = await counted();
  expect(after.counts).toMatchObject({ duplicate: 0, gone: 0 });

  // test/e2e/adopt-command shows that the printed adoption works.
  const left = after.objects.find(({ name }) => name === "mine");
  expect(left).toMatchObject({ status: "unmanaged", repair: `cloudplatform adopt rule-template '${left?.id}'` });
});

test("the cost of an account is that of its stacks together", async () => {
  if (shop === undefined || other === undefined) throw new Error("There are no stacks.");
  const cluster = (name: string) =>
    `new native.kubernetes.Cluster("${name}", { projectId: 1, regionId: 76, name: "${name}", keypair: "ops", version: "v1.31.9",
      pools: [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }] });`;
  for (const [stack, name] of [
    [shop, "one"],
    [other, "two"],
  ] as const) {
    await stack.program([load, cluster(name)].join("\n"));
    await succeeds(stack.up());
  }
  const report = await reported<CostReport>(shop, "cost");
  const own = report.objects.filter(({ stack }) => stack !== undefined);
  expect(new Set(own.map(({ stack }) => stack)).size).toBe(2);
  const amounts = own.map(({ perMonth }) => Number(perMonth?.amount));
  expect(Number(report.monthly[0]?.amount)).toBeCloseTo(
    amounts.reduce((sum, one) => sum + one, 0),
    2,
  );
});
