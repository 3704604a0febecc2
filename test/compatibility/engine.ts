import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import type { ProviderKind } from "../helpers/provider-kinds.ts";
import type { Run, StateResource, TestStack } from "../helpers/stack.ts";
import { commandRows, engineRows } from "./list.ts";
import { type EngineProgram, hookNames } from "./programs/engine.ts";
import { type Kind, kinds, logicalName, type OfEachKind } from "./resources.ts";
import { testRows } from "./rows.ts";
import { Cell, ofEachKind, openWorld, type Snapshot } from "./world.ts";

/** Tests the rows of the engine with one of the providers. */
export async function testEngine(provider: ProviderKind): Promise<void> {
  const world = await openWorld();
  const control = controlOf(world.emulator);
  let stack: TestStack;
  let log: string;

  /** Snapshot after each command, by the command's name below. */
  const after: Record<string, Snapshot> = {};

  const step = async (name: string, command: () => Promise<Run>) => {
    after[name] = await world.snapshot(stack, command);
  };

  const groups = [
    "hooked",
    "stops",
    "goes-on",
    "hidden",
    "mapped",
    "protected",
    "swap-allowed",
    "drifted",
    "imported",
    "cleared",
  ];
  const changed = ["stops", "goes-on", "hooked", "hidden"];

  const declare = (program: Omit<EngineProgram, "log" | "isNative">) =>
    stack.program(`
      import { engineProgram } from "../../compatibility/programs/engine.ts";
      engineProgram(${JSON.stringify({ ...program, isNative: provider === "native", log })});
    `);

  function urn(kind: Kind, label: string): string {
    const token = provider === "native" ? "cloudplatform:" : "pulumi-nodejs:dynamic/cloudplatform/";
    return `urn:pulumi:test::test::${token}${kind.replace(".", ":")}::${logicalName(label, kind)}`;
  }

  beforeAll(async () => {
    stack = await world.openStack(provider === "native" ? { plugins: [(await builtPlugin()).folder] } : {});
    log = join(stack.folder, "hooks.log");
    await declare({ groups });
    await step("first", () => stack.up());
    await step("preview", () => stack.preview());
    await declare({ groups, changed: ["stops", "goes-on"], isStopped: true });
    await step("continueOnError", () => stack.up("--continue-on-error"));
    await declare({ groups, changed });
    await step("hidden", () => stack.preview());
    await step("changed", () => stack.up());
    await step("targetReplace", () =>
      stack.up(...kinds.flatMap((kind) => ["--target-replace", urn(kind, "swap-allowed")])),
    );
    await change("drifted");
    await step("runProgram", () => stack.refresh("--run-program"));
    await step("restored", () => stack.up());
    await killed();
    groups.push("retried");
    await declare({ groups, changed });
    for (const endpoint of ["ruleTemplates.create", "clusters.create", "reservations.create", "appTemplates.create"])
      await control.fault({ name: "status", status: 422, endpoint, count: 1 });
    await step("retried", () => stack.up());
    await step("retriedPreview", () => stack.preview());
    await declare({ groups, changed, isMigrated: true });
    await step("migrated", () => stack.up());
    const left = groups.filter((one) => !["hooked", "protected"].includes(one));
    await declare({ groups: left, changed });
    await step("refused", () => stack.up());
    await step("ignoreProtect", () => stack.up("--ignore-protect"));
    await step("destroyPreview", () => stack.run("destroy", "--preview-only"));
    if (provider === "native") await partly(left);
  });
  afterAll(() => stack?.remove());

  /** Changes the objects of a group outside the stack. */
  async function change(name: string) {
    const { store } = world.emulator.platform;
    const named = <T extends { name?: unknown }>(all: T[]) => all.filter((one) => one.name === name);
    for (const one of named(store.ruleTemplates.all())) store.ruleTemplates.put(one.id, { ...one, weight: 99 });
    for (const one of named(store.clusters.all()))
      store.clusters.put(`1/76/${name}`, { ...one, autoscaler_config: { expander: "random" } });
    for (const one of named(store.appTemplates.all()))
      store.appTemplates.put(one.id, { ...one, short_descr: "theirs" });
  }

  /** Edits the state as if a run had been killed while it created two groups. The platform created only one of the groups. */
  async function killed() {
    const file = join(stack.folder, "export.json");
    await ok("stack", "export", "--file", file);
    const state = JSON.parse(readFileSync(file, "utf8"));
    const isKilled = ({ urn: of }: { urn: string }) => /::(imported|cleared)-[^:]*$/.test(of);
    const { resources } = state.deployment;
    state.deployment.resources = resources.filter((one: { urn: string }) => !isKilled(one));
    state.deployment.pending_operations = resources
      .filter(isKilled)
      .map(({ id: _, outputs: __, ...resource }: StateResource) => ({ resource, type: "creating" }));
    writeFileSync(file, JSON.stringify(state));
    await ok("stack", "import", "--file", file);
    const { store } = world.emulator.platform;
    for (const one of store.ruleTemplates.all()) if (one.name === "cleared") store.ruleTemplates.delete(one.id);
    store.clusters.delete("1/76/cleared");
    for (const one of store.reservations.all()) if (one.name === "cleared") store.reservations.delete(one.id);
    for (const one of store.appTemplates.all()) if (one.name === "cleared") store.appTemplates.delete(one.id);
    const pairs = kinds.flatMap((kind) => [urn(kind, "imported"), String(cell("first", kind, "imported").object?.id)]);
    await step("imported", () =>
      stack.refresh(...pairs.flatMap((part) => ["--import-pending-creates", part]), "--skip-preview"),
    );
    await step("cleared", () => stack.refresh("--clear-pending-creates", "--skip-preview"));
    const adopts = ofEachKind((kind) => String(cell("first", kind, "imported").object?.id));
    await declare({ groups, changed, adopts });
    await step("afterKill", () => stack.up());
  }

  /** Runs commands that `commands.process.test.ts` already runs with the dynamic provider. */
  async function partly(left: string[]) {
    await declare({ groups: left, changed: [...changed, "mapped", "drifted"] });
    await step("exclude", () => stack.up(...kinds.flatMap((kind) => ["--exclude", urn(kind, "mapped")])));
    const plan = join(stack.folder, "plan.json");
    await step("savePlan", () => stack.preview("--save-plan", plan));
    await step("plan", () => stack.up("--plan", plan));
    await change("goes-on");
    await step("refreshPreview", () => stack.run("refresh", "--preview-only"));
  }

  async function ok(command: string, ...args: string[]): Promise<void> {
    const { code, output } = await stack.run(command, ...args);
    if (code !== 0) throw new Error(`pulumi ${command} ${args.join(" ")}: ${output}`);
  }

  function cell(name: string, kind: Kind, group: string): Cell {
    const snapshot = after[name];
    if (snapshot === undefined) throw new Error(`There was no ${name}.`);
    return new Cell(snapshot, kind, group);
  }

  /** Expects one create request, one object, its id in state, and no change in the next preview. */
  function expectCreatedOnce(kind: Kind, group: string): void {
    const created = cell("first", kind, group);
    expect(created.sent()).toEqual(["POST"]);
    expect(created.resource?.id).toBe(created.object?.id);
    expect(cell("preview", kind, group).steps).toEqual(["same"]);
  }

  /** Expects that the object was changed in place. */
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

    importPendingCreates(kind) {
      expect(after.imported?.sent).toEqual([]);
      expect(cell("imported", kind, "imported").resource).toBeUndefined();
      expect(cell("afterKill", kind, "imported").sent()).toEqual([]);
      expect(cell("afterKill", kind, "imported").object).toEqual(cell("first", kind, "imported").object);
      expect(cell("retriedPreview", kind, "imported").steps).toEqual(["same"]);
    },

    clearPendingCreates(kind) {
      expect(after.cleared?.sent).toEqual([]);
      expect(cell("cleared", kind, "cleared").resource).toBeUndefined();
      expect(cell("afterKill", kind, "cleared").sent()).toEqual(["POST"]);
      expect(cell("afterKill", kind, "cleared").resource?.id).toBe(cell("afterKill", kind, "cleared").object?.id);
    },

    destroyPreview(kind) {
      expect(after.destroyPreview?.run.code).toBe(0);
      expect(cell("destroyPreview", kind, "goes-on").steps).toEqual(["delete"]);
      expect(after.destroyPreview?.sent).toEqual([]);
      expect(after.destroyPreview?.resources).toEqual(after.ignoreProtect?.resources);
    },

    refreshRunProgram(kind) {
      expect(after.runProgram?.sent).toEqual([]);
      if (kind === "reservations.Reservation") return expect(cell("restored", kind, "drifted").sent()).toEqual([]);
      expect(cell("runProgram", kind, "drifted").steps).toEqual(["refresh"]);
      expect(cell("restored", kind, "drifted").steps).toEqual(["update"]);
      expect(cell("restored", kind, "drifted").object?.record).toMatchObject(declared[kind]);
    },
  });

  const { exclude, plan, refreshPreview } = commandRows;
  if (provider === "native")
    testRows(
      { exclude, plan, refreshPreview },
      {
        exclude(kind) {
          expectUpdated("exclude", kind, "drifted");
          expect(cell("exclude", kind, "mapped").sent()).toEqual([]);
          expect(cell("exclude", kind, "mapped").object).toEqual(cell("first", kind, "mapped").object);
        },

        plan(kind) {
          expect(cell("savePlan", kind, "mapped").steps).toEqual(["update"]);
          expect(after.savePlan?.sent).toEqual([]);
          expectUpdated("plan", kind, "mapped");
        },

        refreshPreview(kind) {
          expect(cell("refreshPreview", kind, "goes-on").steps).toEqual(["refresh"]);
          expect(after.refreshPreview?.run.code).toBe(0);
          expect(after.refreshPreview?.sent).toEqual([]);
          expect(after.refreshPreview?.resources).toEqual(after.plan?.resources);
        },
      },
    );

  /** The declared values of the fields that drifted. */
  const declared: OfEachKind<object> = {
    "cdn.RuleTemplate": { weight: 5 },
    "kubernetes.Cluster": { autoscaler_config: {} },
    "reservations.Reservation": {},
    "edge.AppTemplate": { short_descr: "first" },
  };

  test("after each command every object belongs to one resource", () => {
    // After the kill, resources are missing from state until the next `up`.
    for (const [name, { resources, objects }] of Object.entries(after).filter(
      ([one]) => !["imported", "cleared"].includes(one),
    ))
      for (const kind of kinds) {
        const owned = resources.filter(({ type }) => type.endsWith(kind.replace(".", ":"))).map(({ id }) => id);
        expect(owned.sort(), `${kind} after ${name}`).toEqual(objects[kind].map(({ id }) => id).sort());
      }
  });
}
