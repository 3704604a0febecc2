import type { Random } from "../cluster/random.ts";
import { type Declared, drawnKinds, isUnique, type Kind } from "../ownership/kinds.ts";
import { isOfSet } from "../ownership/rule-sets.ts";

/** Names on the platform. There are only two, so that resources and stacks often use the same one. */
export const names = ["alpha", "beta"] as const;
const logicals: Record<Kind, readonly [string, ...string[]]> = {
  rule: ["rule-1", "rule-2", "rule-3"],
  app: ["app-1", "app-2", "app-3"],
  reservation: ["metal-1", "metal-2"],
  cluster: ["cluster-1", "cluster-2"],
  secret: ["secret-1", "secret-2"],
  threshold: ["threshold-1", "threshold-2"],
};

function namesOf(kind: Kind): readonly [string, string] {
  return kind === "threshold" ? ["101", "102"] : names;
}

/** Kinds with their weights: purchases, clusters and rules matter most. */
const weighted = [...drawnKinds, "reservation", "cluster", "rule"] as const;

export const copyOf = (desired: readonly Declared[]): Declared[] => desired.map((one) => ({ ...one }));

/** The first program of a stack. */
export function firstProgram(random: Random): Declared[] {
  const desired: Declared[] = [];
  for (let count = random.between(2, 4); count > 0; count--) add(desired, random);
  return desired;
}

/**
 * Changes a program in place, one to three times, and returns the changes as texts. `held` are names that are in state: no
 * resource is renamed to one of them with an alias, because the engine would then use the resource in state and delete the other.
 */
export function changeProgram(desired: Declared[], random: Random, held: readonly string[]): string[] {
  const done: string[] = [];
  // People often remove aliases from a program when they are no longer needed.
  if (random.next() < 0.6) for (const one of desired) delete one.aliases;
  for (let count = random.between(1, 3); count > 0; count--) {
    const change = random.pick([
      add,
      add,
      remove,
      update,
      rename,
      rename,
      renameWithAlias,
      renameWithAlias,
      renamePlatform,
    ]);
    const text = change(desired, random, held);
    if (text !== undefined) done.push(text);
  }
  return done;
}

function freeLogical(desired: readonly Declared[], kind: Kind, random: Random): string | undefined {
  const taken = new Set(desired.flatMap((one) => [one.logical, ...(one.aliases ?? [])]));
  const free = logicals[kind].filter((name) => !taken.has(name));
  return free[random.between(0, Math.max(0, free.length - 1))];
}

function add(desired: Declared[], random: Random): string | undefined {
  return addOf(random.pick(weighted), desired, random);
}

/** Adds a resource of a kind, if a name is available. */
export function addOf(kind: Kind, desired: Declared[], random: Random): string | undefined {
  // Two clusters or secrets cannot have the same name, and a second reservation of one name would be a second purchase.
  const name = random.pick(namesOf(kind));
  const logical = freeLogical(desired, kind, random);
  if (logical === undefined) return undefined;
  if (isUnique(kind) && desired.some((one) => one.kind === kind && one.name === name)) return undefined;
  if (kind === "reservation" && desired.some((one) => one.kind === kind && one.name === name)) return undefined;
  desired.push({ kind, logical, name, variant: kind === "reservation" ? 0 : random.between(1, 2) });
  return `add ${kind} ${logical} ("${name}")`;
}

function remove(desired: Declared[], random: Random): string | undefined {
  const [gone] = desired.splice(random.between(0, desired.length - 1), 1);
  return gone && `remove ${gone.logical}`;
}

function update(desired: Declared[], random: Random): string | undefined {
  const one = some(desired, random, ({ kind }) => kind !== "reservation");
  if (one === undefined) return undefined;
  one.variant = (one.variant % 3) + 1;
  return `change ${one.logical} to variant ${one.variant}`;
}

function rename(desired: Declared[], random: Random): string | undefined {
  return renamed(desired, random, false);
}

function renameWithAlias(desired: Declared[], random: Random, held: readonly string[]): string | undefined {
  return renamed(desired, random, true, held);
}

function renamed(
  desired: Declared[],
  random: Random,
  withAlias: boolean,
  held: readonly string[] = [],
): string | undefined {
  const one = some(desired, random, (it) => !isOfSet(it));
  const logical = one && freeLogical(desired, one.kind, random);
  if (one === undefined || logical === undefined || held.includes(logical)) return undefined;
  const old = one.logical;
  one.aliases = withAlias ? [old, ...(one.aliases ?? [])] : undefined;
  one.logical = logical;
  return `rename ${old} to ${logical}${withAlias ? " with an alias" : ""}`;
}

function renamePlatform(desired: Declared[], random: Random): string | undefined {
  const one = some(desired, random, ({ kind }) => kind !== "reservation");
  if (one === undefined) return undefined;
  const [first, second] = namesOf(one.kind);
  const name = one.name === first ? second : first;
  if (isUnique(one.kind) && desired.some((other) => other.kind === one.kind && other.name === name)) return undefined;
  one.name = name;
  return `name ${one.logical} "${name}"`;
}

export function some(
  desired: readonly Declared[],
  random: Random,
  fits: (one: Declared) => boolean,
): Declared | undefined {
  const fitting = desired.filter(fits);
  return fitting[random.between(0, Math.max(0, fitting.length - 1))];
}
