import type { FaultSpec } from "@cloudplatform/emulator";
import { Random } from "../../cluster/random.ts";
import { addOf, changeProgram, copyOf, firstProgram, some } from "../../lifecycles/changes.ts";
import { createFault, otherFault } from "../../ownership/faults.ts";
import type { Declared, Kind } from "../../ownership/kinds.ts";
import { programText } from "../../ownership/program-text.ts";
import { isOfSet, keepSetsWhole } from "../../ownership/rule-sets.ts";
import { changeSets } from "../life/sets.ts";

/** A step that both lives can run: only the seed decides it, not the result of the previous step. */
export type Move =
  | { do: "begin"; stack: string }
  | { do: "rename stack"; stack: string; to: string }
  | { do: "rename resource"; stack: string; kind: Kind; logical: string; to: string }
  | Command;

export interface Command {
  do: "up" | "refresh" | "destroy";
  stack: string;
  /** What the program declares. */
  desired: readonly Declared[];
  /** Whether it is `up --refresh`. */
  refreshes?: boolean;
  /** Logical name for `up --replace`; ignored if it is not in state. */
  replaced?: string;
  /** Logical name of the resource with the option `import`. It imports an object of its kind and name, if one exists. */
  adopts?: string;
  faults?: readonly FaultSpec[];
  /** The command is killed when this number of creating requests has reached the platform. */
  killedAt?: number;
}

/** Faults that affect the same requests in both lives, regardless of time. */
const exact = ["request lost", "answer lost", "garbage", "gateway, nothing", "task error"] as const;

/** The steps of a life. */
export function scriptOf(seed: number, length: number): Move[] {
  const random = new Random(seed);
  const stacks: { name: string; desired: Declared[] }[] = [];
  const moves: Move[] = [];
  const begin = (name: string) => {
    const [other] = stacks;
    const copied = other !== undefined && random.next() < 0.6 ? copyOf(other.desired) : firstProgram(random);
    // Two stacks never declare the threshold of one client.
    const desired = copied.filter(({ kind }) => kind !== "threshold");
    serve(desired, random);
    stacks.push({ name, desired });
    moves.push({ do: "begin", stack: name }, { do: "up", stack: name, desired: copyOf(desired) });
  };
  begin("dev");
  while (moves.length < length) {
    const stack = stacks[random.between(0, stacks.length - 1)];
    if (stack === undefined) break;
    const { name } = stack;
    const chance = random.next();
    if (chance < 0.12 && stacks.length < 2) begin("prod");
    else if (chance < 0.16) {
      stack.name = name === "test" ? "lab" : "test";
      if (stacks.some((other) => other !== stack && other.name === stack.name)) stack.name = "late";
      moves.push({ do: "rename stack", stack: name, to: stack.name });
    } else if (chance < 0.22) {
      const one = some(stack.desired, random, (it) => !isOfSet(it));
      const to = `${one?.kind}-renamed`;
      if (one === undefined || stack.desired.some(({ logical }) => logical === to)) continue;
      moves.push({ do: "rename resource", stack: name, kind: one.kind, logical: one.logical, to });
      Object.assign(one, { logical: to, aliases: undefined });
    } else if (chance < 0.3) moves.push({ do: "refresh", stack: name, desired: [] });
    else if (chance < 0.34) moves.push({ do: "destroy", stack: name, desired: [] });
    else {
      if (stack === stacks[0] && random.next() < 0.2) addOf("threshold", stack.desired, random);
      if (random.next() < 0.3) changeRule(stack.desired, random);
      moves.push(upOf(stack, random));
    }
  }
  for (const { name, desired } of stacks)
    moves.push({ do: "up", stack: name, desired: copyOf(desired) }, { do: "destroy", stack: name, desired: [] });
  return moves;
}

function upOf(stack: { name: string; desired: Declared[] }, random: Random): Command {
  const held = stack.desired.map(({ logical }) => logical);
  if (random.next() < 0.75) changeProgram(stack.desired, random, held);
  serve(stack.desired, random);
  const command: Command = { do: "up", stack: stack.name, desired: copyOf(stack.desired) };
  const one = some(stack.desired, random, (it) => !isOfSet(it));
  const chance = random.next();
  if (chance < 0.1) command.refreshes = true;
  else if (chance < 0.2 && one !== undefined) command.replaced = one.logical;
  else if (chance < 0.3 && one !== undefined) command.adopts = one.logical;
  else if (chance < 0.5 && one !== undefined) command.faults = createFault(random.pick(exact), one.kind, random);
  else if (chance < 0.6) command.faults = otherFault(random);
  else if (chance < 0.8) command.killedAt = random.between(1, 2);
  return command;
}

/** Changes a rule set. It gets one rule at a time, because it creates several at once, and their order is that of the network. */
function changeRule(desired: Declared[], random: Random): void {
  const held = desired.filter(isOfSet);
  changeSets(desired, random);
  const [, ...further] = desired.filter((one) => isOfSet(one) && !held.includes(one));
  for (const one of further) desired.splice(desired.indexOf(one), 1);
}

function serve(desired: readonly Declared[], random: Random): void {
  for (const one of desired) one.provider ??= random.pick(["dynamic", "native"]);
  keepSetsWhole(desired);
}

/** A move in one line. */
export function moveText(move: Move): string {
  if (move.do === "begin") return `stack init ${move.stack}`;
  if (move.do === "rename stack") return `stack rename ${move.stack} to ${move.to}`;
  if (move.do === "rename resource") return `state rename ${move.stack}/${move.logical} to ${move.to}`;
  const { stack, desired, refreshes, replaced, adopts, faults = [], killedAt } = move;
  return [
    `${move.do} ${stack}`,
    ...(refreshes === true ? ["--refresh"] : []),
    ...(replaced === undefined ? [] : [`--replace ${replaced}`]),
    ...(adopts === undefined ? [] : [`importing ${adopts}`]),
    ...faults.map((fault) => `with ${JSON.stringify(fault)}`),
    ...(killedAt === undefined ? [] : [`killed at creation ${killedAt}`]),
    ...(move.do === "up" ? [programText(desired)] : []),
  ].join(" ");
}
