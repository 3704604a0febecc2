import { isDeepStrictEqual } from "node:util";
import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import { isObject } from "./engine-values.ts";
import type { EngineStep } from "./events.ts";
import { nameOfUrn, typeOfUrn } from "./kinds.ts";
import type { EnginePlan } from "./plan.ts";
import type { Registrations } from "./registrations.ts";
import type { Change } from "./schema.ts";

/** Where resource options are found: old ones in the state, new ones in the plan, the events and the registrations. */
export interface OptionSources {
  state: ReadonlyMap<string, Deployment["resources"][number]>;
  plan: EnginePlan | undefined;
  registrations: Registrations;
}

export function optionSources(
  { resources }: Deployment,
  plan: EnginePlan | undefined,
  registrations: Registrations,
): OptionSources {
  const live = resources.filter((one) => one.delete !== true);
  return { state: new Map(live.map((one) => [one.urn, one])), plan, registrations };
}

type Options = Readonly<Record<string, unknown>>;

/** Options of a new resource that a reviewer must see. Others affect how a resource is managed, not whether it survives. */
const toldOfNew: ReadonlySet<string> = new Set(["protect", "retainOnDelete", "deletedWith"]);

/**
 * Resource options that change in state, and the new URN of a renamed resource. The engine reports `same` for a step that changes
 * nothing else, but the update still writes the state.
 */
export function optionChanges(step: EngineStep, { state, plan, registrations }: OptionSources): Change[] {
  const goal = plan?.resourcePlans?.[step.urn]?.goal;
  if (!step.new || !goal) return [];
  const oldUrn = typeof step.old?.urn === "string" ? step.old.urn : step.urn;
  const old = step.old ? state.get(oldUrn) : undefined;
  const given = registrations.options.get(step.urn);
  const before = old === undefined ? {} : stateOptions(old);
  // An option that a transform may have changed is known only if the plan or an event contains it.
  const after = {
    ...engineOptions(goal, step),
    ...(given === undefined || registrations.isTransformed
      ? pick(before, Object.keys(rawOptions({})))
      : rawOptions(given)),
  };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const changes = names.flatMap((name) => {
    if (old === undefined && !toldOfNew.has(name)) return [];
    return changed(name, before[name], after[name as keyof typeof after]);
  });
  return oldUrn === step.urn ? changes : [{ path: "urn", kind: "update", old: oldUrn, new: step.urn }, ...changes];
}

function changed(path: string, old: unknown, now: unknown): Change[] {
  if (isDeepStrictEqual(old, now)) return [];
  const kind = old === undefined ? "add" : now === undefined ? "delete" : "update";
  return [{ path, kind, ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) }];
}

/** Options as stored in the state. */
function stateOptions(one: Options): Options {
  return {
    ...shared(one),
    retainOnDelete: flag(one.retainOnDelete),
    hideDiffs: list(one.hideDiff),
    ...rawOptions({ ...one, hooks: one.resourceHooks }),
  };
}

/** Options as resolved by the engine. */
function engineOptions(goal: Options, step: EngineStep): Options {
  return { ...shared(goal), retainOnDelete: flag(step.new?.retainOnDelete), hideDiffs: list(step.new?.hideDiffs) };
}

/** Options with the same name in states and plans. */
function shared(one: Options): Options {
  return {
    parent: resource(one.parent),
    // The id is cut off: it changes when the provider is replaced, which is an operation of its own.
    provider: resource(text(one.provider)?.split("::").slice(0, -1).join("::")),
    protect: flag(one.protect),
    dependencies: resources(one.dependencies),
    ignoreChanges: list(one.ignoreChanges),
    additionalSecretOutputs: list(one.additionalSecretOutputs)?.toSorted(),
    customTimeouts: timeouts(one.customTimeouts),
  };
}

/** Options that neither a plan nor an event contains. */
function rawOptions(given: Options): Options {
  return {
    deletedWith: resource(given.deletedWith),
    replaceWith: resources(given.replaceWith),
    replaceOnChanges: list(given.replaceOnChanges),
    hooks: hooks(given.hooks),
  };
}

function flag(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A short name for a resource. The plan's hash covers the full URN. */
function resource(urn: unknown): string | undefined {
  return typeof urn === "string" && urn !== "" ? `${typeOfUrn(urn)}::${nameOfUrn(urn)}` : undefined;
}

function resources(urns: unknown): string[] | undefined {
  return list(urns)
    ?.map((urn) => resource(urn) ?? urn)
    .toSorted();
}

function list(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.length > 0
    ? value.map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
    : undefined;
}

function timeouts(value: unknown): Options | undefined {
  const set = Object.entries(isObject(value) ? value : {}).filter(
    ([, seconds]) => typeof seconds === "number" && seconds > 0,
  );
  return set.length === 0 ? undefined : Object.fromEntries(set.sort());
}

/** Normalizes hook names: the program has `beforeCreate`, the state `BeforeCreate`. */
function hooks(value: unknown): Options | undefined {
  const set = Object.entries(isObject(value) ? value : {}).flatMap(([name, all]) => {
    const names = list(all);
    return names === undefined ? [] : [[`${name.charAt(0).toLowerCase()}${name.slice(1)}`, names]];
  });
  return set.length === 0 ? undefined : Object.fromEntries(set.sort());
}

function pick(all: Options, names: readonly string[]): Options {
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}
