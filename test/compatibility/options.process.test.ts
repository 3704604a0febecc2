import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { upShowing } from "../helpers/shown-progress.ts";
import type { Run, TestStack } from "../helpers/stack.ts";
import { optionRows } from "./list.ts";
import type { OptionsProgram } from "./programs/options.ts";
import { transformed } from "./programs/options.ts";
import { type Kind, kinds, secretOutputs } from "./resources.ts";
import { testRows } from "./rows.ts";
import { Cell, openWorld, type Snapshot } from "./world.ts";

const world = await openWorld();
const adopted = await world.makeObjects("adopted");
const read = await world.makeObjects("seen");
let stack: TestStack;
let referring: TestStack | undefined;

/** Snapshot after each command. */
const after = {} as Record<
  | "first"
  | "preview"
  | "refused"
  | "changed"
  | "previewChanged"
  | "last"
  | "destroyRefused"
  | "referring"
  | "referringPreview",
  Snapshot
>;

const step = async (name: keyof typeof after, command: () => Promise<Run>, of = stack) => {
  after[name] = await world.snapshot(of, command);
};

const declare = (phase: OptionsProgram["phase"]) =>
  stack.program(`
    import { optionsProgram } from "../../compatibility/programs/options.ts";
    export const { names, prefix } = optionsProgram(${JSON.stringify({ phase, adopted, read })} as never);
  `);

/** `--parallel`: while the clock is paused, other clusters must not block the cluster whose progress is shown. */
const showing = (progress: RegExp) => upShowing(progress, stack, world.emulator, "--parallel", "200");

beforeAll(async () => {
  stack = await world.openStack();
  await declare("first");
  await step("first", () => showing(/ of 41m/));
  await step("preview", () => stack.preview());
  await declare("refused");
  await step("refused", () => stack.preview());
  await declare("changed");
  await step("changed", () => showing(/ of 42m/));
  await step("previewChanged", () => stack.preview());
  await declare("last");
  await step("last", () => stack.up());
  const second = await world.openStack({ project: "referring", beside: stack });
  referring = second;
  await second.program(`
    import { referringProgram } from "../../compatibility/programs/options.ts";
    referringProgram("organization/test/test");
  `);
  await step("referring", () => second.up(), second);
  await step("referringPreview", () => second.preview(), second);
  await step("destroyRefused", () => stack.destroy());
});
afterAll(() => Promise.all([stack?.remove(), referring?.remove()]));

/** Returns the resource of a group after a command. */
function cell(name: keyof typeof after, kind: Kind, group: string, label = group): Cell {
  return new Cell(after[name], kind, group, label);
}

/** Expects one create request, one object, its id in state, and no change in the next preview. */
function expectCreatedOnce(kind: Kind, group: string, label = group): Cell {
  const created = cell("first", kind, group, label);
  expect(created.steps).toEqual(["create"]);
  expect(created.sent()).toEqual(["POST"]);
  expect(created.resource?.id).toBe(created.object?.id);
  expect(cell("preview", kind, group, label).steps).toEqual(["same"]);
  return created;
}

/** Expects that the second program left the object unchanged. */
function expectUntouched(kind: Kind, group: string, label = group): void {
  const before = expectCreatedOnce(kind, group, group === "alias" ? "alias-old" : label);
  const changed = cell("changed", kind, group, label);
  expect(changed.steps).toEqual(["same"]);
  expect(changed.sent()).toEqual([]);
  expect(changed.object).toEqual(before.object);
  expect(changed.resource?.id).toBe(before.resource?.id);
  expect(cell("previewChanged", kind, group, label).steps).toEqual(["same"]);
}

/** Expects that the second program replaced the object: one object before, another one after. */
function expectReplaced(kind: Kind, group: string, order: "POST, DELETE" | "DELETE, POST"): void {
  const before = expectCreatedOnce(kind, group);
  const changed = cell("changed", kind, group);
  expect(changed.objects).toHaveLength(1);
  expect(changed.object?.record.id).not.toBe(before.object?.record.id);
  expect(changed.resource?.id).toBe(changed.object?.id);
  expect(changed.sent(before.object?.id).join(", ")).toBe(order);
  expect(cell("previewChanged", kind, group).steps).toEqual(["same"]);
}

/** Reads the declared value of each parameter and each pool, by name. */
const listsOf = z.object({
  params: z
    .array(z.object({ name: z.string(), descr: z.string() }))
    .transform((all) => Object.fromEntries(all.map(({ name, descr }) => [name, descr])))
    .optional(),
  pools: z
    .array(z.object({ name: z.string(), min_node_count: z.number() }))
    .transform((all) => Object.fromEntries(all.map((pool) => [pool.name, pool.min_node_count])))
    .optional(),
});

const isReplacedDeletedFirst = (kind: Kind) => kind === "kubernetes.Cluster" || kind === "reservations.Reservation";

testRows(optionRows, {
  parent(kind) {
    const created = expectCreatedOnce(kind, "parent");
    expect(created.resource?.parent).toContain("compatibility:index:Site$compatibility:index:Site::hall");
  },

  dependsOn(kind) {
    const created = expectCreatedOnce(kind, "depends");
    expect(created.resource?.dependencies).toContainEqual(expect.stringContaining("::base"));
    const order = after.first.sent.map(({ body }) => (body as { name: string }).name);
    expect(order.indexOf("base")).toBeLessThan(order.indexOf("depends"));
  },

  aliases(kind) {
    expectUntouched(kind, "alias", "alias-new");
    expectUntouched(kind, "alias-parent");
    expect(cell("changed", kind, "alias-parent").resource?.parent).toContain("Site::site");
    // The old name is free again: the new resource gets its own object, and the renamed one keeps its object.
    const again = cell("last", kind, "alias-again", "alias-old");
    expect(again.steps).toEqual(["create"]);
    expect(again.sent()).toEqual(["POST"]);
    const moved = cell("last", kind, "alias", "alias-new");
    expect(moved.object).toEqual(cell("first", kind, "alias").object);
    expect(moved.steps).toEqual(["same"]);
  },

  protect(kind) {
    expectCreatedOnce(kind, "protect");
    expect(after.destroyRefused.run.code).not.toBe(0);
    expect(after.destroyRefused.run.output).toContain("protect");
    const kept = cell("destroyRefused", kind, "protect");
    expect(kept.resource).toMatchObject({ id: kept.object?.id, protect: true });
    expect(kept.sent()).toEqual([]);
  },

  retainOnDelete(kind) {
    const before = expectCreatedOnce(kind, "retain");
    const removed = cell("changed", kind, "retain");
    expect(removed.resource).toBeUndefined();
    expect(removed.sent()).toEqual([]);
    expect(removed.object).toEqual(before.object);
  },

  deletedWith(kind) {
    const before = expectCreatedOnce(kind, "deleted-with");
    const removed = cell("changed", kind, "deleted-with");
    expect(removed.resource).toBeUndefined();
    expect(removed.sent()).toEqual([]);
    expect(removed.object).toEqual(before.object);
    expect(after.changed.objects["cdn.RuleTemplate"].map(({ name }) => name)).not.toContain("container");
  },

  ignoreTop: (kind) => expectUntouched(kind, "ignore-top"),
  ignoreNested: (kind) => expectUntouched(kind, "ignore-nested"),

  ignoreIndex(kind) {
    // These two kinds have no other input that changes in place.
    if (kind === "cdn.RuleTemplate" || kind === "reservations.Reservation")
      return expectUntouched(kind, "ignore-index");
    expectCreatedOnce(kind, "ignore-index");
    const changed = cell("changed", kind, "ignore-index");
    expect(changed.steps).toEqual(["update"]);
    expect(cell("previewChanged", kind, "ignore-index").steps).toEqual(["same"]);
    const record = listsOf.parse(changed.object?.record);
    if (kind === "edge.AppTemplate") expect(record.params).toEqual({ greeting: "one", color: "dos" });
    else expect(record.pools).toEqual({ web: 1, batch: 2 });
  },

  replaceOnChanges(kind) {
    expectReplaced(kind, "replace-on", isReplacedDeletedFirst(kind) ? "DELETE, POST" : "POST, DELETE");
    if (kind !== "reservations.Reservation") return;
    expect(after.refused.run.diagnostics.join("\n")).toContain("set allowReplacement: true");
    expect(after.refused.sent).toEqual([]);
  },

  deleteBeforeReplace: (kind) => expectReplaced(kind, "delete-first", "DELETE, POST"),

  replaceWith(kind) {
    expectReplaced(kind, "replace-with", isReplacedDeletedFirst(kind) ? "DELETE, POST" : "POST, DELETE");
  },

  replacementTrigger(kind) {
    expectReplaced(kind, "triggered", isReplacedDeletedFirst(kind) ? "DELETE, POST" : "POST, DELETE");
  },

  provider(kind) {
    expectUntouched(kind, "provided");
    expect(cell("first", kind, "provided").resource?.provider).toContain("pulumi:providers:pulumi-nodejs::account::");
  },

  additionalSecretOutputs(kind) {
    const { resource } = expectCreatedOnce(kind, "secret");
    for (const name of secretOutputs[kind])
      expect(resource?.outputs[name]).toMatchObject({ "4dabf18193072939515e22adb298388d": expect.any(String) });
  },

  customTimeouts(kind) {
    expectCreatedOnce(kind, "timeouts");
    const { progress, diagnostics } = after.first.run;
    if (kind === "kubernetes.Cluster") {
      // e2e/resource-options tests the delete timeout with a task that does not end.
      expect(progress).toContainEqual(expect.stringMatching(/ of 41m/));
      expect(after.changed.run.progress).toContainEqual(expect.stringMatching(/ of 42m/));
    } else
      expect(diagnostics.filter((text) => text.startsWith("The option customTimeouts has no effect"))).toHaveLength(3);
    expect(cell("changed", kind, "timeouts").steps).toEqual([kind === "kubernetes.Cluster" ? "update" : "same"]);
  },

  import(kind) {
    const created = cell("first", kind, "adopted");
    expect(created.sent()).toEqual([]);
    expect(created.resource?.id).toBe(created.object?.id);
    expect(cell("preview", kind, "adopted").steps).toEqual(["same"]);
  },

  get(kind) {
    const seen = cell("first", kind, "seen");
    expect(seen.resource).toMatchObject({ external: true, id: read[kind], outputs: { name: "seen" } });
    for (const name of Object.keys(after) as (keyof typeof after)[]) {
      expect(cell(name, kind, "seen").sent()).toEqual([]);
      expect(cell(name, kind, "seen").object).toEqual(seen.object);
    }
    expect(cell("preview", kind, "seen").steps).toEqual(["read"]);
  },

  transforms(kind) {
    for (const group of ["transforms", "transformations"]) {
      const created = expectCreatedOnce(kind, group);
      expect(created.resource?.outputs).toMatchObject(transformed[kind]);
    }
  },

  stackReference(kind) {
    const created = cell("referring", kind, "referenced");
    expect(created.steps).toEqual(["create"]);
    expect(created.sent()).toEqual(["POST"]);
    expect(created.resource?.id).toBe(created.object?.id);
    expect(cell("referringPreview", kind, "referenced").steps).toEqual(["same"]);
  },
});

describe("All commands", () => {
  test("end with the expected results", () => {
    const codes = Object.fromEntries(Object.entries(after).map(([name, { run }]) => [name, run.code]));
    const { refused, destroyRefused, ...others } = codes;
    expect(refused).not.toBe(0);
    expect(destroyRefused).not.toBe(0);
    expect(Object.values(others).every((code) => code === 0)).toBe(true);
  });

  test("leave every object to one resource", () => {
    // Groups that are unmanaged once removed from the program, and groups that another stack owns.
    const released = ["retain", "deleted-with", "seen", "referenced"];
    for (const [name, { resources, objects }] of Object.entries(after).filter(
      ([name]) => !name.startsWith("referring"),
    ))
      for (const kind of kinds) {
        const managed = resources.filter((one) => one.external !== true && one.type.endsWith(kind.replace(".", ":")));
        const owned = managed.map(({ id }) => id);
        const live = objects[kind].filter((one) => owned.includes(one.id) || !released.includes(one.name));
        expect(owned.sort(), `${kind} after ${name}`).toEqual(live.map(({ id }) => id).sort());
      }
  });
});
