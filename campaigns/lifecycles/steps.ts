import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { endpoints } from "../../provider/api/index.ts";
import { createFault, createFaults, killOf, otherFault, wrongNotFound } from "../ownership/faults.ts";
import type { Declared } from "../ownership/kinds.ts";
import { programText } from "../ownership/program-text.ts";
import type { StackModel } from "../ownership/scene.ts";
import { changeProgram, copyOf, firstProgram, some } from "./changes.ts";
import type { Life } from "./life.ts";

/** The possible steps with their weights. A step returns false if it is not possible at present. */
export const steps: readonly [number, (life: Life) => Promise<boolean>][] = [
  [26, up],
  [16, upWithFaults],
  [18, upKilled],
  [7, (life) => plain(life, "refresh")],
  [9, renameStack],
  [20, newStack],
  [8, renameState],
  [6, replace],
  [4, taint],
  [5, (life) => plain(life, "destroy")],
  [24, both],
  [4, somebodyElse],
];

/** A new stack with a free name, often one that another stack had before. */
export async function newStack(life: Life): Promise<boolean> {
  if (life.stacks.length === 2) return false;
  const name = life.freeName();
  const init = await life.world.command(name, ["stack", "init"]);
  if (init.code !== 0) throw new Error(init.output);
  const [other] = life.stacks;
  // A new environment often begins with a copy of the other stack's program.
  const desired = other !== undefined && life.random.next() < 0.6 ? copyOf(other.desired) : firstProgram(life.random);
  for (const one of desired) {
    delete one.adopt;
    delete one.mayBeSecond;
  }
  life.server.serve(desired);
  const stack = { name, desired };
  life.stacks.push(stack);
  await life.step({
    ...{ text: `new stack ${name}, up: ${programText(desired)}`, operation: "new stack", stack, verb: "up" },
  });
  return true;
}

async function up(life: Life): Promise<boolean> {
  const stack = life.stack();
  const changes = await change(life, stack);
  const args = life.random.next() < 0.12 ? ["--refresh"] : [];
  await life.step({ text: `up ${stack.name} ${args}: ${changes}`, operation: "up", stack, verb: "up", args });
  return true;
}

async function upWithFaults(life: Life): Promise<boolean> {
  const stack = life.stack();
  const changes = await change(life, stack);
  const args = life.random.next() < 0.15 ? ["--refresh"] : [];
  const faults = addFaults(life, await life.toCreate(stack));
  const text = `up ${stack.name} ${args} with ${faults}: ${changes}`;
  await life.step({ text, operation: "up with faults", stack, verb: "up", args });
  return true;
}

async function upKilled(life: Life): Promise<boolean> {
  const stack = life.stack();
  const changes = await change(life, stack, 0);
  const faults = life.random.next() < 0.3 ? ` with ${addFaults(life, await life.toCreate(stack))}` : "";
  const kill = killOf(2, life.random);
  const text = `up ${stack.name}${faults}, kill -9 ${JSON.stringify(kill)}: ${changes}`;
  await life.step({ text, operation: "up killed", stack, verb: "up", options: { kill } });
  return true;
}

/** Changes the program of a stack and returns the changes as text. Sometimes people only run it again, mostly after a failure. */
async function change(life: Life, stack: StackModel, again = 0.3): Promise<string> {
  if (life.random.next() < again) return `again, ${programText(stack.desired)}`;
  const held = (await life.entriesOf(stack)).map(({ logical }) => logical);
  const done = changeProgram(stack.desired, life.random, held);
  done.push(...life.server.serve(stack.desired));
  return `${done.join(", ")} → ${programText(stack.desired)}`;
}

function addFaults(life: Life, among: readonly Declared[]): string {
  const { random, world } = life;
  const kind = some(among, random, () => true)?.kind ?? "rule";
  const chance = random.next();
  const name = random.pick(createFaults);
  if (chance < 0.65) return addAll(life, createFault(name, kind, random));
  return addAll({ world }, chance < 0.9 ? otherFault(random) : wrongNotFound(kind));
}

function addAll({ world }: Pick<Life, "world">, specs: ReturnType<typeof otherFault>): string {
  world.addFaults(specs);
  return specs.map((spec) => JSON.stringify(spec)).join(" + ");
}

async function plain(life: Life, verb: "refresh" | "destroy"): Promise<boolean> {
  const stack = life.stack();
  await life.step({ text: `${verb} ${stack.name}`, operation: verb, stack, verb });
  return true;
}

async function renameStack(life: Life): Promise<boolean> {
  const stack = life.stack();
  const name = life.freeName();
  life.say(`stack rename ${stack.name} to ${name}`, "stack rename");
  await life.edit(stack, ["stack", "rename", name], () => {
    stack.name = name;
  });
  return true;
}

/** Renames a resource in state. The program is usually changed accordingly, but not always. */
async function renameState(life: Life): Promise<boolean> {
  const stack = life.stack();
  const entry = await life.entryOf(stack);
  if (entry === undefined) return false;
  const logical = `${entry.kind}-renamed`;
  if ((await life.entriesOf(stack)).some((other) => other.logical === logical)) return false;
  const wanted = stack.desired.find((one) => one.kind === entry.kind && one.logical === entry.logical);
  const follows = life.random.next() < 0.7;
  const where = follows ? ", and in the program" : "";
  life.say(`state rename ${stack.name}/${entry.logical} to ${logical}${where}`, "state rename");
  await life.edit(stack, ["state", "rename", entry.urn, logical, "--yes"], () => {
    if (wanted !== undefined && follows) Object.assign(wanted, { logical, aliases: undefined });
  });
  return true;
}

async function replace(life: Life): Promise<boolean> {
  const stack = life.stack();
  const entry = await life.entryOf(stack);
  const wanted = stack.desired.find(({ kind, logical }) => kind === entry?.kind && logical === entry.logical);
  if (entry === undefined || wanted === undefined) return false;
  // The option names the URN in state, so a failed move to another provider is undone.
  wanted.provider = entry.provider;
  const faults = life.random.next() < 0.3 ? ` with ${addFaults(life, [wanted])}` : "";
  const text = `up ${stack.name} --replace ${entry.logical}${faults}`;
  const args = ["--replace", entry.urn];
  await life.step({ text, operation: "replace", stack, verb: "up", args, replaced: [entry.logical] });
  return true;
}

async function taint(life: Life): Promise<boolean> {
  const stack = life.stack();
  const entry = await life.entryOf(stack);
  if (entry === undefined) return false;
  await life.edit(stack, ["state", "taint", entry.urn, "--yes"], () => life.taint(stack, entry.logical));
  await life.step({ text: `state taint ${entry.logical}, up ${stack.name}`, operation: "taint", stack, verb: "up" });
  return true;
}

/** An `up` of both stacks at once, often with a lost request of one of them. */
async function both(life: Life): Promise<boolean> {
  const [one, two] = life.stacks;
  if (one === undefined || two === undefined) return false;
  const changes = [`${one.name}: ${await change(life, one)}`, `${two.name}: ${await change(life, two)}`];
  const faults = life.random.next() < 0.7 ? ` with ${addFaults(life, await life.toCreate(one))}` : "";
  await life.together(`up of both at once${faults}: ${changes.join(" | ")}`, "both at once", [one, two]);
  return true;
}

/** Somebody else creates an object with a name that the stacks use. This runs no command, so it does not count as a step. */
async function somebodyElse(life: Life): Promise<boolean> {
  const client = createClient({ baseUrl: life.world.emulator.url, apiKey: "local" }).bind(scopeOf("lifecycles"));
  const before = life.world.live();
  const name = life.random.pick(["alpha", "beta"]);
  const isRule = life.random.next() < 0.5;
  const rule = { name, rule: `/${name}`, ruleType: 0, weight: 11 } as const;
  const app = { name, binaryId: 42, owned: true, params: [], shortDescr: "Version 1" };
  if (isRule) await client.call(endpoints["ruleTemplates.create"], { body: rule });
  else await client.call(endpoints["appTemplates.create"], { body: app });
  for (const live of life.world.live().values()) if (!before.has(live.key)) life.verdict.addStranger(live);
  life.say(`somebody else creates ${isRule ? "a rule template" : "an app template"} "${name}"`);
  return false;
}
