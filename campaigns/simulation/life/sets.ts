import type { Random } from "../../cluster/random.ts";
import { names, some } from "../../lifecycles/changes.ts";
import type { Declared } from "../../ownership/kinds.ts";
import { isOfSet, keyIn, partName, resourceName } from "../../ownership/rule-sets.ts";

const sets = ["set-1", "set-2"] as const;
const keys = ["a", "b", "c"] as const;

/** Changes the rule sets of a program, with a certain probability. Returns the changes as texts. */
export function changeSets(desired: Declared[], random: Random): string[] {
  if (random.next() < 0.4) return [];
  const change = random.pick([add, add, add, remove, update, renameKey, reorder, drop]);
  return change(desired, random) ?? [];
}

/** Adds a rule, or a new set with two rules. */
function add(desired: Declared[], random: Random): string[] {
  const set = random.pick(sets);
  const isNew = desired.every(({ logical }) => resourceName(logical) !== set);
  return Array.from({ length: isNew ? 2 : 1 }, () => {
    const logical = freeIn(set, desired, random);
    if (logical === undefined) return "";
    const one: Declared = { kind: "rule", logical, name: random.pick(names), variant: random.between(1, 2) };
    // The rules of a set must be adjacent in the program.
    const last = desired.findLastIndex((other) => resourceName(other.logical) === set);
    desired.splice(last < 0 ? desired.length : last + 1, 0, one);
    return `add ${logical} ("${one.name}")`;
  });
}

function remove(desired: Declared[], random: Random): string[] {
  const gone = some(desired, random, isOfSet);
  if (gone === undefined) return [];
  desired.splice(desired.indexOf(gone), 1);
  return [`remove ${gone.logical}`];
}

function update(desired: Declared[], random: Random): string[] {
  const one = some(desired, random, isOfSet);
  if (one === undefined) return [];
  one.variant = (one.variant % 3) + 1;
  return [`change ${one.logical} to variant ${one.variant}`];
}

/** A rule with a new key is a new rule. */
function renameKey(desired: Declared[], random: Random): string[] {
  const one = some(desired, random, isOfSet);
  const logical = one && freeIn(resourceName(one.logical), desired, random);
  if (one === undefined || logical === undefined) return [];
  const before = one.logical;
  one.logical = logical;
  return [`give ${before} the key ${keyIn(one)}`];
}

/** Moves the first rule of a set to its end, so that only weights change. */
function reorder(desired: Declared[], random: Random): string[] {
  const one = some(desired, random, isOfSet);
  if (one === undefined) return [];
  const set = resourceName(one.logical);
  const first = desired.findIndex(({ logical }) => resourceName(logical) === set);
  const last = desired.findLastIndex(({ logical }) => resourceName(logical) === set);
  desired.splice(last, 0, ...desired.splice(first, 1));
  return [`move the first rule of ${set} to its end`];
}

function drop(desired: Declared[], random: Random): string[] {
  const one = some(desired, random, isOfSet);
  if (one === undefined) return [];
  const set = resourceName(one.logical);
  for (const rule of desired.filter(({ logical }) => resourceName(logical) === set))
    desired.splice(desired.indexOf(rule), 1);
  return [`remove ${set}`];
}

function freeIn(set: string, desired: readonly Declared[], random: Random): string | undefined {
  const free = keys.filter((key) => desired.every(({ logical }) => logical !== partName(set, key)));
  const key = free[random.between(0, Math.max(0, free.length - 1))];
  return key && partName(set, key);
}
