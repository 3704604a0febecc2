import { rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { descendant } from "../helpers/processes.ts";
import { isOwn, isRest } from "../helpers/rest.ts";
import type { TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { until } from "../helpers/until.ts";

/** An object belongs to one resource, even if resources and stacks are renamed or records and states are lost. */
const { emulator, control, newStack, stacksOfTwoMachines, stacksOfTwoBackends } = await platformWithStacks({
  realProcesses: isRest(),
});

/** Resets the platform: requests or objects of an earlier test would be mistaken for those of the current test. */
async function freshPlatform(): Promise<void> {
  await control.reset();
  await emulator.control("POST", "clock", { speed: fast });
}

const kinds = ["ruleTemplates", "appTemplates", "reservations", "clusters"] as const;

/** Returns the ids of objects that the tests created. */
async function objects(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const kind of kinds) {
    const all = await control.state(kind);
    found[kind] = all.filter((one) => one.name === "own" || one.name === "own-1").map((one) => String(one.id));
  }
  return found;
}

const fast = 20_000;

/**
 * Makes reservations cancellable. On the fast clock, they are soon approved, and an approved reservation cannot be cancelled. The jump
 * fires all their timers. After it, the clock is slow compared with steps that are days apart, and fast enough for clusters.
 */
async function cancellable(): Promise<void> {
  await emulator.control("POST", "clock", { speed: 100, advanceMs: 5 * 24 * 3600 * 1000 });
  for (const one of await control.state("reservations"))
    await control.change("reservations", Number(one.id), { status: "CREATED" });
}

const declarations = {
  rule: (name: string, options = "{}") =>
    `new cdn.RuleTemplate("${name}", { name: "own", rule: "/own/.*", ruleType: 0, weight: 3 }, ${options});`,
  app: (name: string, options = "{}") =>
    `new edge.AppTemplate("${name}", { binaryId: 42, name: "own", owned: true, params: [] }, ${options});`,
  metal: (name: string, options = "{}") =>
    `new reservations.Reservation("${name}", { name: "own", period: "MONTHS12", regionId: 76,
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] }, ${options});`,
  edge: (name: string, options = "{}") =>
    `new kubernetes.Cluster("${name}", { projectId: 1, regionId: 76, name: "own-1", keypair: "ops", version: "v1.31.9",
      pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }] }, ${options});`,
};
type Kind = keyof typeof declarations;

/** Selects the resources that this file tests one after the other. */
const kindsTried = (first: Kind[]) =>
  (Object.keys(declarations) as Kind[]).filter((kind) => isOwn(first.includes(kind)));

/** Returns a program with one resource of each type, `<kind>-<suffix>`. */
function program(suffix: string, optionsOf: (kind: Kind) => string = () => "{}", only = Object.keys(declarations)) {
  return only.map((kind) => declarations[kind as Kind](`${kind}-${suffix}`, optionsOf(kind as Kind))).join("\n");
}

/** Returns the objects' ids in the format of the option `import`. */
function importIds(found: Record<string, string[]>): Record<Kind, string | undefined> {
  const { ruleTemplates: [rule] = [], appTemplates: [app] = [], reservations: [metal] = [] } = found;
  return { rule, app, metal, edge: "1/76/own-1" };
}

/** Returns types and ids in the state of a stack. */
async function owned(stack: TestStack, name = "test"): Promise<string[]> {
  const all = await stack.resources(name);
  return all.map(({ type, id }) => `${type.split("/").at(-1)} ${id}`).sort();
}

/** Returns the output of a command that must fail. */
async function refused(run: Promise<{ code: number; output: string }>): Promise<string> {
  const { code, output } = await run;
  expect(code, output).not.toBe(0);
  // The CLI wraps lines.
  return output.replace(/\s+/g, " ");
}

/** Runs `up`, and kills it when one create request of each type has arrived and none has been answered. */
async function killDuringCreation(stack: TestStack): Promise<void> {
  for (const kind of kinds) await control.fault({ name: "delay", endpoint: `${kind}.create`, ms: 600_000, count: 1 });
  const going = stack.start("up", "--yes", "--skip-preview");
  const provider = await until("there is a provider", () => descendant(going.pid, /dynamic-provider/));
  await until("all requests have arrived", control.faultsAreSpent);
  process.kill(provider, "SIGKILL");
  going.signal("SIGKILL");
  await going.done;
  // Only the killed run needs processes that end with it.
  stack.realProcesses = false;
  await control.clearFaults();
  const isMade = async () => Object.values(await objects()).every((ids) => ids.length === 1) || undefined;
  await until("all of them were created", isMade);
}

function renamedResources() {
  describe("objects of a renamed resource", () => {
    let stack: TestStack;
    let before: Record<string, string[]>;

    beforeAll(async () => {
      await freshPlatform();
      // Nothing is killed, and nothing runs beside it.
      stack = await newStack({ realProcesses: false });
      await stack.program(program("a"));
      await succeeds(stack.up());
      before = await objects();
      expect(Object.values(before).map((ids) => ids.length)).toEqual([1, 1, 1, 1]);
    });

    test("are not adopted by a new resource of the old name after a rename with an alias", async () => {
      await stack.program(program("b", (kind) => `{ aliases: [{ name: "${kind}-a" }] }`));
      await succeeds(stack.up());
      const renamed = await owned(stack);

      if (isRest()) {
        await stack.program(program("b") + program("a", undefined, ["edge"]));
        // The error depends on the order of the checks: one names the existing cluster, the other the program's resource.
        const sameName = /cluster 1\/76\/own-1 already exists|name .*is taken by urn:\S+::edge-b of this program/;
        expect(await refused(stack.up())).toMatch(sameName);
      } else {
        await stack.program(program("b") + program("a", undefined, ["metal"]));
        const purchase = await refused(stack.up());
        expect(purchase).toContain(`reservation ${before.reservations?.[0]} "own"`);
        expect(purchase).toContain("allowDuplicate: true");
      }
      expect(await objects()).toEqual(before);
      expect(await owned(stack)).toEqual(renamed);
      if (isRest()) return;

      // Equal templates in one stack are intended by the program. Each has its own object.
      await stack.program(program("b") + program("a", undefined, ["rule", "app"]));
      await succeeds(stack.up());
      expect(await owned(stack)).toHaveLength(6);
      expect(new Set(await owned(stack)).size).toBe(6);
      await stack.program(program("b"));
      await succeeds(stack.up());
      expect(await objects()).toEqual(before);
    });

    // The current suffix of the resources' names.
    let suffix = "b";
    if (isRest())
      test("are not adopted after state rename", async () => {
        for (const { urn } of await stack.resources()) {
          const name = urn.split("::").at(-1)?.replace("-b", "-c") ?? "";
          await succeeds(stack.run("state", "rename", urn, name, "--yes"));
        }
        suffix = "c";
        const renamed = await owned(stack);
        for (const kind of ["metal", "edge"]) {
          await stack.program(program("c") + program("b", undefined, [kind]));
          await refused(stack.up());
        }
        await stack.program(program("c") + program("b", undefined, ["rule", "app"]));
        await succeeds(stack.up());
        expect(new Set(await owned(stack)).size).toBe(6);
        await stack.program(program("c"));
        await succeeds(stack.up());
        expect(await objects()).toEqual(before);
        expect(await owned(stack)).toEqual(renamed);
      });

    test("are not adopted, changed or deleted by a new stack of the old name after stack rename", async () => {
      await succeeds(stack.run("stack", "rename", "prod"));
      const production = await owned(stack, "prod");
      await succeeds(stack.run("stack", "init", "test"));
      const ids = importIds(before);
      // One resource at a time, because a failed check of a create stops the engine.
      for (const kind of kindsTried(["metal", "rule"])) {
        await stack.program(program(suffix, undefined, [kind]));
        const stopped = await refused(stack.up("--continue-on-error"));
        expect(stopped, kind).toMatch(new RegExp(`${ids[kind]}.*pulumi state move from stack prod, which has it`));
      }
      await succeeds(stack.destroy());
      expect(await objects()).toEqual(before);
      expect(await owned(stack, "prod")).toEqual(production);
      await succeeds(stack.run("stack", "select", "prod"));
      await stack.program(program(suffix));
      expect((await stack.preview("--expect-no-changes")).code).toBe(0);
      await cancellable();
      const last = await stack.destroy();
      expect(await objects(), last.output).toEqual({
        ruleTemplates: [],
        appTemplates: [],
        reservations: [],
        clusters: [],
      });
    });
  });
}

function killedRuns() {
  describe("objects of a killed run", () => {
    beforeEach(freshPlatform);

    test("on another machine are named by the next up, and adopted by import", async () => {
      const stack = await newStack();
      await stack.program(program("a"));
      await killDuringCreation(stack);
      await stack.unlock();
      // A fresh checkout has no create records.
      await rm(join(stack.folder, ".cloudplatform"), { recursive: true, force: true });

      const made = await objects();
      await until("nothing is under way", async () =>
        (await control.state("tasks")).every((task) => task.state !== "RUNNING") ? true : undefined,
      );
      const counts = await Promise.all(kinds.map(async (kind) => (await control.state(kind)).length));
      // An edited program does not hide the object, because Pulumi's state still has the requested inputs.
      const edited = (only: Kind) =>
        program("a", undefined, [only])
          .replace("weight: 3", "weight: 4")
          .replace("binaryId: 42", "binaryId: 43")
          .replace('name: "own", period', 'name: "new", period')
          .replace('name: "own-1"', 'name: "new-1"');
      for (const kind of kindsTried(["edge", "app"])) {
        await stack.program(edited(kind));
        expect(await refused(stack.up()), kind).toContain(`import: "${importIds(made)[kind]}"`);
      }
      expect(await Promise.all(kinds.map(async (kind) => (await control.state(kind)).length))).toEqual(counts);
      await stack.program(program("a", (kind) => `{ import: "${importIds(made)[kind]}" }`));
      await succeeds(stack.up());
      await stack.program(program("a"));
      expect((await stack.preview("--expect-no-changes")).code).toBe(0);
      await cancellable();
      await succeeds(stack.destroy());
      expect(Object.values(await objects()).flat()).toEqual([]);
    });
  });

  if (!isRest()) return;
  test("objects of a killed run are reported by refresh, destroy and an up without them, found by up, and updated to the edited program", async () => {
    await freshPlatform();
    const stack = await newStack();
    const first = 'new cdn.RuleTemplate("first", { rule: "/first/", ruleType: 0 });';
    await stack.program(first);
    await succeeds(stack.up());
    await rm(join(stack.folder, ".cloudplatform"), { recursive: true, force: true });
    await stack.program(first + program("a"));
    await killDuringCreation(stack);
    const made = await objects();
    await stack.unlock();

    const warning = "in this stack was interrupted";
    for (const run of [await stack.refresh(), await stack.destroy()])
      expect(run.diagnostics.join("\n"), run.output).toContain(warning);
    // The state has none of the objects, the program declares only another resource, and the engine drops the pending operations.
    await stack.program('new cdn.RuleTemplate("other", { rule: "/other/", ruleType: 0 });');
    const other = await stack.up("--refresh");
    expect(other.diagnostics.join("\n").split(warning).length - 1, other.output).toBe(4);
    const edited = program("a")
      .replace("weight: 3", "weight: 4")
      .replace("params: []", 'params: [], shortDescr: "Edited"')
      .replace('period: "MONTHS12"', 'period: "MONTHS12", onDelete: "abandon"')
      .replace("minNodeCount: 1", "minNodeCount: 2, maxNodeCount: 3");
    await stack.program(edited);
    await succeeds(stack.up());
    expect(await objects()).toEqual(made);
    expect(await owned(stack)).toHaveLength(4);
    const shown = JSON.stringify(await Promise.all(kinds.map((kind) => control.state(kind))));
    for (const text of ['"weight":4', '"short_descr":"Edited"', '"max_node_count":3']) expect(shown).toContain(text);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    await succeeds(stack.destroy());
    expect((await objects()).clusters).toEqual([]);
  });
}

function concurrentStacks() {
  describe("two concurrent stacks that request the same object", () => {
    test("never both own one object, whichever request is lost", async () => {
      await freshPlatform();
      // Two machines with one backend share no notes.
      const [one, other] = await stacksOfTwoMachines();
      const only = ["rule", "app", "metal"];
      for (const stack of [one, other]) await stack.program(program("a", undefined, only));
      for (const endpoint of ["ruleTemplates.create", "appTemplates.create", "reservations.create"]) {
        await control.fault({ name: "drop-before", endpoint, count: 1 });
        // Both read the existing objects before either creates any.
        await control.fault({ name: "delay", endpoint, ms: 600_000, count: 1 });
      }
      const running = Promise.all([one.up(), other.up()]);
      const isEachMade = ({ clusters, ...made }: Awaited<ReturnType<typeof objects>>) =>
        Object.values(made).every((ids) => ids.length > 0) || undefined;
      await until("one of each kind is made", async () => isEachMade(await objects()));
      await control.clearFaults();
      const runs = await running;
      for (const stack of [one, other]) stack.realProcesses = false;
      const states = [await owned(one), await owned(other)];
      const all = states.flat();
      expect(new Set(all).size, runs.map(({ output }) => output).join("\n")).toBe(all.length);
      // Failed runs exit with an error, and destroying one stack leaves the other's objects alone.
      for (const [index, run] of runs.entries())
        if (states[index]?.length !== only.length) expect(run.code).not.toBe(0);
      await cancellable();
      await succeeds(one.destroy());
      const left = Object.values(await objects()).flat();
      for (const owner of await owned(other)) expect(left).toContain(owner.split(" ").at(-1));
      await cancellable();
      await succeeds(other.destroy());
    });

    test("of different backends stop with stopOnLostResponse, and name the object of the other", async () => {
      await freshPlatform();
      const [one, other] = await stacksOfTwoBackends();
      const only = ["rule", "app", "metal", "edge"];
      for (const stack of [one, other]) await stack.program(program("a", undefined, only));
      // The first create request of each type is lost. Its sender then finds the other stack's object.
      for (const kind of kinds) await control.fault({ name: "drop-before", endpoint: `${kind}.create`, count: 1 });
      const runs = await Promise.all([one.up(), other.up()]);
      for (const stack of [one, other]) stack.realProcesses = false;
      const all = [...(await owned(one)), ...(await owned(other))];
      const reported = runs.map(({ output }) => output.replace(/\s+/g, " ")).join("\n");
      // For each object, one stack received an unambiguous response, and the other stack did not adopt it.
      expect(new Set(all).size, reported).toBe(all.length);
      expect(reported).toContain("setting cloudplatform:stopOnLostResponse");
      expect(runs.some(({ code }) => code !== 0)).toBe(true);
      const { clusters, ...made } = await objects();
      expect(clusters).toHaveLength(1);
      for (const id of Object.values(made).flat()) expect(`${all.join("\n")}\n${reported}`).toContain(id);
      await control.clearFaults();
      await cancellable();
      for (const stack of [one, other]) await succeeds(stack.destroy());
    });
  });
}

renamedResources();
killedRuns();
if (isRest()) concurrentStacks();
