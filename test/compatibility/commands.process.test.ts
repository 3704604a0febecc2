import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run, TestStack } from "../helpers/stack.ts";
import { commandRows } from "./list.ts";
import type { CommandsProgram } from "./programs/commands.ts";
import { type Kind, kinds, logicalName, type OfEachKind, secretOutputs } from "./resources.ts";
import { testRows } from "./rows.ts";
import { Cell, openWorld, type Snapshot } from "./world.ts";

const world = await openWorld();
let stack: TestStack;

/** Snapshot after each command, by the command's name below. */
const after: Record<string, Snapshot> = {};

/** Snapshot after each `pulumi import`. */
const imports: Partial<Record<Kind, Snapshot>> = {};

const step = async (name: string, command: () => Promise<Run>, of: Pick<TestStack, "resources"> = stack) => {
  after[name] = await world.snapshot(of, command);
};

const declare = (program: CommandsProgram, of = stack) =>
  of.program(`
    import { commandsProgram } from "../../compatibility/programs/commands.ts";
    commandsProgram(${JSON.stringify(program)});
  `);

function urn(kind: Kind, label: string, name = stack.name): string {
  return `urn:pulumi:${name}::test::pulumi-nodejs:dynamic/cloudplatform/${kind.replace(".", ":")}::${logicalName(label, kind)}`;
}

const each = (flag: string, label: string, only: readonly Kind[] = kinds) =>
  only.flatMap((kind) => [flag, urn(kind, label)]);

const groups = [
  "target",
  "exclude",
  "include",
  "replace",
  "allowed",
  "taint-allowed",
  "drift",
  "rename",
  "move",
  "protected",
];
const changed = ["target", "exclude", "include"];
/** All kinds except those that are replaced only if the program allows it. */
const replaceable = kinds.filter((kind) => kind !== "reservations.Reservation");
const reservation: Kind = "reservations.Reservation";

beforeAll(async () => {
  stack = await world.openStack();
  await declare({ groups });
  await step("first", () => stack.up());
  await changeParts();
  await replaceSome();
  await drift();
  await renameAndMove();
  await restore();
  await step("destroy", () => stack.destroy("--exclude-protected"));
});
afterAll(() => stack?.remove());

async function changeParts() {
  await declare({ groups, changed });
  await step("target", () => stack.up(...each("--target", "target")));
  await step("exclude", () => stack.up(...each("--exclude", "exclude")));
  const plan = join(stack.folder, "plan.json");
  groups.push("planned");
  await declare({ groups, changed });
  await step("savePlan", () => stack.preview("--save-plan", plan));
  await step("plan", () => stack.up("--plan", plan));
  await step("planPreview", () => stack.preview());
}

async function replaceSome() {
  await ok("state", "taint", "--yes", ...kinds.map((kind) => urn(kind, "taint-allowed")));
  await step("replace", () =>
    stack.up(...each("--replace", "replace", replaceable), ...each("--replace", "allowed", [reservation])),
  );
  await step("replaceRefused", () => stack.up(...each("--replace", "replace", [reservation])));
  await step("replacePreview", () => stack.preview());
}

/** Changes the objects of the group `drift` outside the stack. */
async function drift() {
  const { store } = world.emulator.platform;
  const template = found(store.ruleTemplates.all());
  const cluster = found(store.clusters.all());
  const bought = found(store.reservations.all());
  const app = found(store.appTemplates.all());
  store.ruleTemplates.put(template.id, { ...template, weight: 99 });
  store.clusters.put("1/76/drift", { ...cluster, autoscaler_config: { expander: "random" } });
  store.reservations.put(bought.id, { ...bought, status: "APPROVED" });
  store.appTemplates.put(app.id, { ...app, short_descr: "theirs" });
  await step("refreshPreview", () => stack.run("refresh", "--preview-only"));
  await step("upRefresh", () => stack.up("--refresh"));
  await step("upRefreshPreview", () => stack.preview());
  // An approved reservation could not be cancelled at the end.
  store.reservations.put(bought.id, bought);
}

/** The declared values of the fields that drifted. */
const restored: OfEachKind<object> = {
  "cdn.RuleTemplate": { weight: 5 },
  "kubernetes.Cluster": { autoscaler_config: {} },
  "reservations.Reservation": {},
  "edge.AppTemplate": { short_descr: "first" },
};

function found<T extends { name?: unknown }>(all: T[]): T {
  const one = all.find(({ name }) => name === "drift");
  if (one === undefined) throw new Error("The object that drifts is gone.");
  return one;
}

async function renameAndMove() {
  for (const kind of kinds) await ok("state", "rename", urn(kind, "rename"), logicalName("renamed", kind), "--yes");
  await ok("stack", "init", "other");
  await ok("state", "move", "--source", "test", "--dest", "other", "--yes", ...kinds.map((kind) => urn(kind, "move")));
  await ok("stack", "rename", "production", "--stack", "test");
  await ok("stack", "select", "production");
  stack.name = "production";
  const labels = { rename: "renamed" };
  const left = groups.filter((group) => group !== "move");
  await declare({ groups: left, changed, labels });
  await step("renamedPreview", () => stack.preview());
  stack.name = "other";
  await declare({ groups: ["move"] });
  await step("movedPreview", () => stack.preview("--stack", "other"));
  stack.name = "production";
  await declare({ groups: left, changed, labels });
}

async function restore() {
  const file = join(stack.folder, "export.json");
  await ok("stack", "export", "--file", file);
  await ok("stack", "rm", "--force", "--yes", "--preserve-config", "--stack", "production");
  await ok("stack", "init", "production");
  await ok("stack", "import", "--file", file);
  await step("importedPreview", () => stack.preview());
  await step("secretsProvider", () => stack.answer("new\nnew\n", "stack", "change-secrets-provider", "passphrase"));
  stack.env.PULUMI_CONFIG_PASSPHRASE = "new";
  await step("secretsProviderPreview", () => stack.preview());
  const existing = await world.makeObjects("importable");
  for (const kind of kinds) {
    const type = urn(kind, "").split("::")[2] ?? "";
    imports[kind] = await world.snapshot(stack, () => stack.run("import", type, "imported", existing[kind], "--yes"));
  }
}

async function ok(command: string, ...args: string[]): Promise<void> {
  const { code, output } = await stack.run(command, ...args);
  if (code !== 0) throw new Error(`pulumi ${command} ${args.join(" ")}: ${output}`);
}

function cell(name: string, kind: Kind, group: string, label = group): Cell {
  const snapshot = after[name];
  if (snapshot === undefined) throw new Error(`There was no ${name}.`);
  return new Cell(snapshot, kind, group, label);
}
/** Returns the cell as the first run left it. */
function before(kind: Kind, group: string) {
  return cell("first", kind, group);
}

/** Expects that nothing of the group was changed or sent. */
function expectUntouched(name: string, kind: Kind, group: string, last = "first"): void {
  const now = cell(name, kind, group);
  expect(now.sent()).toEqual([]);
  expect(now.object).toEqual(cell(last, kind, group).object);
  expect(now.resource?.id).toBe(now.object?.id);
}

/** Expects that the object was changed in place. */
function expectUpdated(name: string, kind: Kind, group: string): void {
  const now = cell(name, kind, group);
  expect(now.steps).toEqual(["update"]);
  expect(now.object?.id).toBe(before(kind, group).object?.id);
  // For a reservation only a provider input changes.
  if (kind === reservation) expect(now.resource?.outputs.onDelete).toBe("abandon");
  else expect(now.object?.record).not.toEqual(before(kind, group).object?.record);
}

/** Expects one object before and another one after. */
function expectReplaced(name: string, kind: Kind, group: string): void {
  const old = before(kind, group);
  const now = cell(name, kind, group);
  expect(now.objects).toHaveLength(1);
  expect(now.object?.record.id).not.toBe(old.object?.record.id);
  expect(now.resource?.id).toBe(now.object?.id);
  const isDeletedFirst = kind === "kubernetes.Cluster" || kind === reservation;
  expect(now.sent(old.object?.id)).toEqual(isDeletedFirst ? ["DELETE", "POST"] : ["POST", "DELETE"]);
}

/** Expects that no group has a change left, and that each resource has the object of its name. */
function expectNothingToDo(name: string, kind: Kind, labels: Record<string, string> = {}): void {
  const snapshot = after[name];
  expect(snapshot?.run.changes).toEqual({ same: expect.any(Number) });
  for (const group of groups.filter((one) => one !== "move")) {
    const now = cell(name, kind, group, labels[group]);
    expect(now.steps, group).toEqual(["same"]);
    expect(now.resource?.id, group).toBe(now.object?.id);
  }
}

const renamed = { rename: "renamed" };

testRows(commandRows, {
  target(kind) {
    expectUpdated("target", kind, "target");
    for (const group of groups.filter((one) => !["target", "planned"].includes(one)))
      expectUntouched("target", kind, group);
  },

  exclude(kind) {
    expectUpdated("exclude", kind, "include");
    expectUntouched("exclude", kind, "exclude");
    // A later run changed the excluded resource.
    expectUpdated("plan", kind, "exclude");
  },

  plan(kind) {
    expect(cell("savePlan", kind, "planned").steps).toEqual(["create"]);
    expect(after.savePlan?.sent).toEqual([]);
    const now = cell("plan", kind, "planned");
    expect(now.sent()).toEqual(["POST"]);
    expect(now.resource?.id).toBe(now.object?.id);
    expectUpdated("plan", kind, "exclude");
    expectNothingToDo("planPreview", kind);
  },

  replace(kind) {
    expectReplaced("replace", kind, kind === reservation ? "allowed" : "replace");
    if (kind === reservation) {
      // A warning appears; nothing is bought or cancelled.
      expect(after.replaceRefused?.run.diagnostics.join("\n")).toMatch(/replace/);
      expectUntouched("replaceRefused", kind, "replace");
    }
    expectNothingToDo("replacePreview", kind);
  },

  taint(kind) {
    expectReplaced("replace", kind, "taint-allowed");
    expectNothingToDo("replacePreview", kind);
  },

  refreshPreview(kind) {
    expect(cell("refreshPreview", kind, "drift").steps).toEqual(["refresh"]);
    // For the reservation only an output differs. Pulumi does not count that as a change.
    expect(after.refreshPreview?.run.changes.update).toBe(replaceable.length);
    expect(after.refreshPreview?.sent).toEqual([]);
    expect(after.refreshPreview?.resources).toEqual(after.replacePreview?.resources);
  },

  upRefresh(kind) {
    const now = cell("upRefresh", kind, "drift");
    if (kind === reservation) {
      expect(now.sent()).toEqual([]);
      expect(now.resource?.outputs.status).toBe("APPROVED");
    } else {
      expect(now.sent()).toHaveLength(1);
      expect(now.object?.record).toMatchObject(restored[kind]);
    }
    expectNothingToDo("upRefreshPreview", kind);
  },

  stateRename(kind) {
    expectNothingToDo("renamedPreview", kind, renamed);
    expect(cell("renamedPreview", kind, "rename", "renamed").object).toEqual(before(kind, "rename").object);
  },

  stateMove(kind) {
    const moved = cell("movedPreview", kind, "move");
    expect(moved.steps).toEqual(["same"]);
    expect(moved.resource?.id).toBe(moved.object?.id);
    expect(moved.object).toEqual(before(kind, "move").object);
    expect(cell("renamedPreview", kind, "move").resource).toBeUndefined();
    expectNothingToDo("renamedPreview", kind, renamed);
  },

  stackRename(kind) {
    expectNothingToDo("renamedPreview", kind, renamed);
    for (const { urn } of after.renamedPreview?.resources ?? []) expect(urn).toContain("urn:pulumi:production::");
  },

  exportImport: (kind) => expectNothingToDo("importedPreview", kind, renamed),

  secretsProvider(kind) {
    const [name = ""] = secretOutputs[kind];
    const secrets = (["importedPreview", "secretsProvider"] as const).map(
      (step) => cell(step, kind, "rename", "renamed").resource?.outputs[name],
    );
    for (const secret of secrets) expect(secret).toHaveProperty("ciphertext");
    expect(secrets[0]).not.toEqual(secrets[1]);
    expectNothingToDo("secretsProviderPreview", kind, renamed);
  },

  pulumiImport(kind) {
    const { run, sent, resources } = imports[kind] ?? {};
    expect(run?.code).not.toBe(0);
    expect(run?.output).toContain("code must be a string, not undefined");
    expect(sent).toEqual([]);
    expect(resources).toEqual(after.secretsProviderPreview?.resources);
  },

  destroyExcludeProtected(kind) {
    expect(after.destroy?.run.code).toBe(0);
    const left = after.destroy?.objects[kind].map(({ name }) => name).sort();
    expect(left).toEqual(["importable", "move", "protected"]);
    expect(cell("destroy", kind, "protected").resource?.id).toBe(cell("destroy", kind, "protected").object?.id);
    expectUntouched("destroy", kind, "protected");
  },
});

test("After each command every object belongs to one resource", () => {
  for (const [name, { resources, objects }] of Object.entries(after))
    for (const kind of kinds) {
      const moved = Object.keys(after).indexOf(name) >= Object.keys(after).indexOf("renamedPreview") ? ["move"] : [];
      const owned = resources.filter(({ type }) => type.endsWith(kind.replace(".", ":"))).map(({ id }) => id);
      const live = objects[kind].filter((one) => ![...moved, "importable"].includes(one.name)).map(({ id }) => id);
      if (name !== "movedPreview") expect(owned.sort(), `${kind} after ${name}`).toEqual(live.sort());
    }
});
