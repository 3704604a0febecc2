import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import type { Run, StateResource, TestStack } from "../helpers/stack.ts";
import { engineRows } from "./list.ts";
import { type EngineProgram, hookNames } from "./programs/engine.ts";
import { type Kind, kinds, logicalName, type OfEachKind } from "./resources.ts";
import { testRows } from "./rows.ts";
import { Cell, openWorld, type Snapshot } from "./world.ts";

const world = await openWorld();
const control = controlOf(world.emulator);
let stack: TestStack;
let log: string;

/** What each command has left, by its name below. */
const after: Record<string, Snapshot> = {};

const step = async (name: string, command: () => Promise<Run>) => {
  after[name] = await world.snapshot(stack, command);
  const { run } = after[name];
  if (process.env.DEBUG_COMPAT) console.log(name, run.code, run.changes, run.code ? run.output : "");
};

const groups = [...["hooked", "stops", "goes-on", "hidden", "mapped", "protected", "swap-allowed", "drifted"]];

const declare = (program: Omit<EngineProgram, "log">) =>
  stack.program(`
    import { engineProgram } from "../../compatibility/programs/engine.ts";
    engineProgram(${JSON.stringify({ ...program, log })});
  `);

function urn(kind: Kind, label: string): string {
  return `urn:pulumi:test::test::pulumi-nodejs:dynamic/cloudplatform/${kind.replace(".", ":")}::${logicalName(label, kind)}`;
}

beforeAll(async () => {
  stack = await world.openStack();
  log = join(stack.folder, "hooks.log");
  await declare({ groups });
  await step("first", () => stack.up());
  await step("preview", () => stack.preview());
  await declare({ groups, changed: ["stops", "goes-on"], isStopped: true });
  await step("continueOnError", () => stack.up("--continue-on-error"));
  const changed = ["stops", "goes-on", "hooked", "hidden"];
  await declare({ groups, changed });
  await step("hidden", () => stack.preview());
  await step("changed", () => stack.up());
  await step("targetReplace", () =>
    stack.up(...kinds.flatMap((kind) => ["--target-replace", urn(kind, "swap-allowed")])),
  );
  await change("drifted");
  await step("runProgram", () => stack.refresh("--run-program"));
  await step("restored", () => stack.up());
  groups.push("retried");
  await declare({ groups, changed });
  for (const endpoint of ["ruleTemplates.create", "clusters.create", "reservations.create", "appTemplates.create"])
    await control.fault({ name: "status", status: 422, endpoint, count: 1 });
  await step("retried", () => stack.up());
  await step("retriedPreview", () => stack.preview());
  await declare({ groups, changed, isMigrated: true });
  await step("migrated", () => stack.up());
  await declare({ groups: groups.filter((one) => !["hooked", "protected"].includes(one)), changed });
  await step("refused", () => stack.up());
  await step("ignoreProtect", () => stack.up("--ignore-protect"));
});
afterAll(() => stack?.remove());

/** Somebody else changes the objects of a group. */
async function change(name: string) {
  const { store } = world.emulator.platform;
  const named = <T extends { name?: unknown }>(all: T[]) => all.filter((one) => one.name === name);
  for (const one of named(store.ruleTemplates.all())) store.ruleTemplates.put(one.id, { ...one, weight: 99 });
  for (const one of named(store.clusters.all()))
    store.clusters.put(`1/76/${name}`, { ...one, autoscaler_config: { expander: "random" } });
  for (const one of named(store.appTemplates.all())) store.appTemplates.put(one.id, { ...one, short_descr: "theirs" });
}

function cell(name: string, kind: Kind, group: string): Cell {
  const snapshot = after[name];
  if (snapshot === undefined) throw new Error(`There was no ${name}.`);
  return new Cell(snapshot, kind, group);
}

/** Created by one request, in state under the id of the one object, and unchanged at the next preview. */
function expectCreatedOnce(kind: Kind, group: string): void {
  const created = cell("first", kind, group);
  expect(created.sent()).toEqual(["POST"]);
  expect(created.resource?.id).toBe(created.object?.id);
  expect(cell("preview", kind, group).steps).toEqual(["same"]);
}

/** The object was changed in place. */
function expectUpdated(name: string, kind: Kind, group: string): void {
  const now = cell(name, kind, group);
  expect(now.steps).toEqual(["update"]);
  expect(now.resource?.id).toBe(cell("first", kind, group).object?.id);
  if (kind === "reservations.Reservation") expect(now.resource?.outputs.onDelete).toBe("abandon");
  else expect(now.object?.record).not.toEqual(cell("first", kind, group).object?.record);
}

const isDeletedFirst = (kind: Kind) => kind === "kubernetes.Cluster" || kind === "reservations.Reservation";

testRows(engineRows, {
  hooks(kind) {
    const calls = readFileSync(log, "utf8").split("\n");
    const resource = logicalName("hooked", kind);
    expect(calls.filter((line) => line.endsWith(` ${resource}`))).toEqual(
      hookNames.map((name) => `${name} ${resource}`),
    );
    expect(cell("continueOnError", kind, "stops").sent()).toEqual([]);
    expectUpdated("changed", kind, "stops");
  },

  onError(kind) {
    const made = cell("retried", kind, "retried");
    expect(made.sent()).toEqual(["POST", "POST"]);
    expect(made.resource?.id).toBe(made.object?.id);
    expect(cell("retriedPreview", kind, "retried").steps).toEqual(["same"]);
  },

  hideDiffs(kind) {
    expect(cell("hidden", kind, "hidden").steps).toEqual(["update"]);
    expectUpdated("changed", kind, "hidden");
  },

  envVarMappings: (kind) => expectCreatedOnce(kind, "mapped"),

  stateMigrations(kind) {
    const { run, resources = [] } = after.migrated ?? {};
    expect(run?.code).not.toBe(0);
    expect(run?.output).toContain("does not support state migrations");
    expect(cell("migrated", kind, "hidden").sent()).toEqual([]);
    const ids = (all: readonly StateResource[] = []) => all.map(({ urn: of, id }) => `${of} ${id}`).sort();
    expect(ids(resources)).toEqual(ids(after.retriedPreview?.resources));
  },

  continueOnError(kind) {
    expect(after.continueOnError?.run.code).not.toBe(0);
    expectUpdated("continueOnError", kind, "goes-on");
    expect(cell("continueOnError", kind, "stops").object).toEqual(cell("first", kind, "stops").object);
    expectUpdated("changed", kind, "stops");
  },

  targetReplace(kind) {
    const old = cell("first", kind, "swap-allowed");
    const now = cell("targetReplace", kind, "swap-allowed");
    expect(now.objects).toHaveLength(1);
    expect(now.object?.record.id).not.toBe(old.object?.record.id);
    expect(now.resource?.id).toBe(now.object?.id);
    expect(now.sent(old.object?.id)).toEqual(isDeletedFirst(kind) ? ["DELETE", "POST"] : ["POST", "DELETE"]);
    expect(after.targetReplace?.sent).toHaveLength(2 * kinds.length);
  },

  ignoreProtect(kind) {
    expect(after.refused?.run.code).not.toBe(0);
    expect(cell("refused", kind, "protected").object).toEqual(cell("first", kind, "protected").object);
    expect(cell("ignoreProtect", kind, "protected").object).toBeUndefined();
    expect(cell("ignoreProtect", kind, "protected").resource).toBeUndefined();
  },

  refreshRunProgram(kind) {
    expect(after.runProgram?.sent).toEqual([]);
    if (kind === "reservations.Reservation") return expect(cell("restored", kind, "drifted").sent()).toEqual([]);
    expect(cell("runProgram", kind, "drifted").steps).toEqual(["refresh"]);
    expect(cell("restored", kind, "drifted").steps).toEqual(["update"]);
    expect(cell("restored", kind, "drifted").object?.record).toMatchObject(declared[kind]);
  },
});

/** What the program declares of what somebody has changed. */
const declared: OfEachKind<object> = {
  "cdn.RuleTemplate": { weight: 5 },
  "kubernetes.Cluster": { autoscaler_config: {} },
  "reservations.Reservation": {},
  "edge.AppTemplate": { short_descr: "first" },
};

test("after each command every object belongs to one resource", () => {
  for (const [name, { resources, objects }] of Object.entries(after))
    for (const kind of kinds) {
      const owned = resources.filter(({ type }) => type.endsWith(kind.replace(".", ":"))).map(({ id }) => id);
      expect(owned.sort(), `${kind} after ${name}`).toEqual(objects[kind].map(({ id }) => id).sort());
    }
});
