import { textOrder } from "../../values/text-order.ts";
import { changesOf, shown, unknownPaths, visible } from "./changes.ts";
import { holdsSecret, isObject, isSecret } from "./engine-values.ts";
import type { EngineStep } from "./events.ts";
import { isBookkeeping, isDefaultProvider, nameOfStep, ownKind } from "./kinds.ts";
import { commitmentLeft, lossesOf, updateLosses } from "./losses.ts";
import { isAdopted, isKept } from "./objects.ts";
import { type OptionSources, optionChanges } from "./options.ts";
import type { EnginePlan } from "./plan.ts";
import type { Change, Drifted, Operation } from "./schema.ts";

/** Steps of a replacement. */
const replacing = new Set([
  "replace",
  "create-replacement",
  "delete-replaced",
  "import-replacement",
  "read-replacement",
]);

const simple = { create: "create", import: "import", update: "update", read: "read" } as const;

export interface Steps {
  operations: Operation[];
  same: number;
  /** The update has no steps beyond the operations, such as for a new default provider. */
  isSettled: boolean;
  outputs: Change[];
  unknown: { urn: string; name: string; path: string }[];
}

/** What the engine is going to do, resource by resource. */
export function operationsOf(
  steps: readonly EngineStep[],
  planned: Readonly<Record<string, string>>,
  sources?: OptionSources,
): Steps {
  const byUrn = Map.groupBy(
    steps.filter((step) => !isStack(step.type) && !isDefaultProvider(step)),
    (step) => step.urn,
  );
  const found: Operation[] = [];
  let same = 0;
  for (const [urn, all] of byUrn) {
    const operations = operationsFor(all, sources).map((one) => ({
      ...one,
      ...(planned[urn] && { planned: planned[urn] }),
    }));
    const isCounted = all.some((step) => !isBookkeeping(step.type) && (step.op === "same" || isReadAgain(step)));
    if (operations.length === 0 && isCounted) same += 1;
    found.push(...operations);
  }
  return {
    operations: found.sort((a, b) => textOrder(a.urn, b.urn)),
    same,
    isSettled: steps.every(isSettled),
    outputs: stackOutputs(steps, sources?.plan),
    unknown: steps.flatMap(unknownOf).sort((a, b) => textOrder(`${a.urn} ${a.path}`, `${b.urn} ${b.path}`)),
  };
}

/** The operations of one resource: one, or two if an interrupted replacement left an old object to delete. */
function operationsFor(steps: readonly EngineStep[], sources: OptionSources | undefined): Operation[] {
  const optionsOf = (step: EngineStep) => (sources === undefined ? [] : optionChanges(step, sources));
  const replaced = steps.filter((step) => replacing.has(step.op));
  const decisive = replaced.find((step) => step.new) ?? replaced[0];
  const found: Operation[] = [];
  if (decisive !== undefined) found.push({ ...replacement(decisive, replaced, sources), options: optionsOf(decisive) });
  for (const step of steps) {
    if (step.op === "delete") found.push(deletion(step, sources));
    if (step.op === "release") found.push({ ...deletion(step, sources), operation: "abandon", losses: [] });
    const operation = isAdopted(step) ? "import" : simple[step.op as keyof typeof simple];
    if (operation !== undefined && !isReadAgain(step))
      found.push({ ...basic(step), operation, options: optionsOf(step), ...consequences(step, operation, sources) });
    if (step.op === "same") found.push(...stateChange(step, optionsOf(step), sources));
  }
  return found;
}

/** What an update changes in state only, for a resource that stays the same on the platform. */
function stateChange(step: EngineStep, options: Change[], sources: OptionSources | undefined): Operation[] {
  const { plan } = sources ?? {};
  const outputs = step.new?.custom !== true ? outputChanges(step, plan) : [];
  const one = basic(step);
  const changes = [
    ...one.changes,
    ...hiddenChanges(plan?.resourcePlans?.[step.urn]?.goal?.inputDiff, one.changes),
    ...outputs.map((output) => ({ ...output, path: `outputs.${output.path}` })),
  ];
  return changes.length + options.length === 0 ? [] : [{ ...one, operation: "state", changes, options }];
}

/** Changed secrets. All secrets look alike in events; only the plan shows that a secret has changed. */
function hiddenChanges(diff: unknown, shown: readonly Change[]): Change[] {
  const { adds, updates } = (isObject(diff) ? diff : {}) as Record<string, unknown>;
  const changed = { ...(isObject(adds) && adds), ...(isObject(updates) && updates) };
  return Object.entries(visible(changed)).flatMap(([path, value]) =>
    holdsSecret(value) && !shown.some((one) => one.path.startsWith(path))
      ? [{ path, kind: "update", secret: true }]
      : [],
  );
}

function isStack(type: string): boolean {
  return type === "pulumi:pulumi:Stack";
}

/** Whether a step alone needs no update. Changes of the provider's own properties are written with the next real change. */
function isSettled(step: EngineStep): boolean {
  return step.op === "same" || isReadAgain(step);
}

/** Whether a step repeats a read of `.get` or of a stack reference. Every update repeats these. */
function isReadAgain(step: EngineStep): boolean {
  return step.op === "read" && step.old !== null && step.old !== undefined && changesOf(step).length === 0;
}

function basic(step: EngineStep) {
  const id = step.old?.id || (step.op === "import" || step.op === "read" ? step.new?.id : adoptedId(step));
  return {
    urn: step.urn,
    name: nameOfStep(step),
    type: ownKind(step.type) ?? step.type,
    ours: ownKind(step.type) !== undefined,
    ...(id && { id }),
    changes: changesOf(step),
    options: [] as Change[],
    reasons: [] as string[],
    losses: [] as string[],
    protected: step.old?.protect === true,
    retained: step.old ? isKept(step.old) : false,
    ...(step.old?.deletedWith && { deletedWith: step.old.deletedWith }),
  };
}

function adoptedId(step: EngineStep): string | undefined {
  const id = step.new?.inputs?.__adopt;
  return isAdopted(step) && typeof id === "string" ? id : undefined;
}

/** The operation of the resource that takes over the object of an abandoned one. */
export function takerOf(left: Operation, operations: readonly Operation[]): Operation | undefined {
  if (left.operation !== "abandon" || left.id === undefined) return undefined;
  return operations.find(({ operation, type, id }) => operation === "import" && type === left.type && id === left.id);
}

function consequences(
  step: EngineStep,
  operation: Operation["operation"],
  sources: OptionSources | undefined,
): Partial<Operation> {
  return operation === "update" ? { losses: updateLosses(step, sources) } : {};
}

function deletion(step: EngineStep, sources: OptionSources | undefined): Operation {
  const one = basic(step);
  const left = commitmentLeft(ownKind(step.type), step.old);
  const isLeft = left.ended !== undefined || (left.payable !== undefined && left.obstacle === undefined);
  return {
    ...one,
    changes: [],
    operation: one.retained || isLeft ? "abandon" : "delete",
    losses: lossesOf(step, sources),
    ...left,
  };
}

function replacement(step: EngineStep, all: readonly EngineStep[], sources: OptionSources | undefined): Operation {
  const deleted = all.findIndex((one) => one.op === "delete-replaced");
  const made = all.findIndex((one) => one.op === "create-replacement" || one.op === "import-replacement");
  const forced = Object.entries(step.detailedDiff ?? {}).filter(([, { diffKind }]) => diffKind.endsWith("-replace"));
  const keys = all.flatMap((one) => one.keys ?? []);
  return {
    ...basic(step),
    operation: "replace",
    reasons: [...new Set(keys.length > 0 ? keys : forced.map(([path]) => path))].sort(),
    order: deleted >= 0 && deleted < made ? "delete-first" : "create-first",
    losses: lossesOf(step, sources),
    ...commitmentLeft(ownKind(step.type), step.old),
  };
}

function stackOutputs(steps: readonly EngineStep[], plan: EnginePlan | undefined): Change[] {
  const stack = steps.find((step) => isStack(step.type));
  return stack === undefined ? [] : outputChanges(stack, plan);
}

/** Changed outputs of the stack or of a component. */
function outputChanges(step: EngineStep, plan: EnginePlan | undefined): Change[] {
  const [before, after] = [step.old?.outputs ?? {}, step.new?.outputs ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const shownChanges = names.flatMap((path): Change[] => {
    const [old, now] = [before[path], after[path]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const kind = old === undefined ? "add" : now === undefined ? "delete" : "update";
    const secret = isSecret(old) || isSecret(now);
    const isOpen = unknownPaths(now).length > 0;
    if (secret) return [{ path, kind, secret }];
    return [
      {
        path,
        kind,
        ...(old !== undefined && { old: shown(old) }),
        ...(now !== undefined && !isOpen && { new: shown(now) }),
        ...(isOpen && { unknown: true }),
      },
    ];
  });
  return [...shownChanges, ...hiddenChanges(plan?.resourcePlans?.[step.urn]?.goal?.outputDiff, shownChanges)];
}

function unknownOf(step: EngineStep) {
  // Only one step of a replacement counts; all have the same inputs.
  if (isBookkeeping(step.type) || step.op === "replace" || step.op === "delete-replaced") return [];
  const name = nameOfStep(step);
  return unknownPaths(visible(step.new?.inputs)).map((path) => ({ urn: step.urn, name, path }));
}

/** What the refresh found: resources that differ from their state. */
export function driftOf(refreshed: readonly EngineStep[]): Drifted[] {
  const drifted = refreshed.flatMap((step): Drifted[] => {
    if (isBookkeeping(step.type) || step.old === null || step.old === undefined) return [];
    const basics = { urn: step.urn, name: nameOfStep(step), type: ownKind(step.type) ?? step.type };
    if (step.new === null || step.new === undefined || step.op === "delete")
      return [{ ...basics, kind: "missing", changes: [] }];
    const changes = changesOf(step);
    return changes.length === 0 ? [] : [{ ...basics, kind: "changed", changes }];
  });
  return drifted.sort((a, b) => textOrder(a.urn, b.urn));
}
