import type { StateObject } from "../../engine/handler/definition.ts";
import { deletionLossesOf, updateLossesOf } from "../../resources/effects.ts";
import type { Properties } from "../../values/properties.ts";
import { unknownValue } from "../../values/unknown.ts";
import { changesOf, replaceSecretAt, visible } from "./changes.ts";
import { isObject, isSecret, isUnknown, mapValues } from "./engine-values.ts";
import type { EngineStep, Side } from "./events.ts";
import { resourceOfType } from "./kinds.ts";
import { hasEnded, isBinding, isKept } from "./objects.ts";
import { type PlaintextSources, withPlaintexts } from "./plaintexts.ts";
import type { Operation } from "./schema.ts";

/** What a deletion or replacement destroys. */
export function lossesOf(step: EngineStep, sources = noSources): string[] {
  const { type, old } = withPlaintexts(step, sources);
  const name = resourceOfType(type);
  if (old === null || old === undefined || name === undefined || isKept(old)) return [];
  const { id, inputs, outputs } = old;
  return deletionLossesOf(name, shown({ id, inputs, outputs }) as StateObject);
}

const noSources: PlaintextSources = { state: new Map(), plan: undefined };

/** A value with placeholders for what messages cannot name. */
function shown(value: unknown): unknown {
  return mapValues(value, (one) => (isSecret(one) || isUnknown(one) ? "(not known)" : undefined));
}

/** What stays payable when a resource leaves the stack, or that nothing does, and why its deletion will be refused. */
export function commitmentLeft(
  kind: string | undefined,
  old: Side | null | undefined,
): Pick<Operation, "payable" | "obstacle" | "ended"> {
  if (kind !== "reservations:Reservation" || !old) return {};
  if (hasEnded(old)) return { ended: text(old.outputs?.status) };
  if (!isBinding(old)) return {};
  const { status, activeTo } = old.outputs ?? {};
  const until = activeTo === undefined ? "" : ` until ${text(activeTo)}`;
  const payable = `${commitmentText(old)} stays payable${until}: status ${text(status)} cannot be cancelled`;
  if (leavesOnly(old) || isKept(old)) return { payable };
  const obstacle = `the update would stop here: a reservation that is ${text(status)} cannot be cancelled, and leaves the stack only with onDelete: "abandon" in state`;
  return { payable, obstacle };
}

/** Whether a deletion takes a reservation out of the stack and ends no contract. */
function leavesOnly(old: Side): boolean {
  return old.outputs?.onDelete === "abandon" && isBinding(old);
}

function commitmentText({ outputs }: Side): string {
  const prices = outputs?.amountPrices;
  if (!isObject(prices)) return "the commitment";
  const total = prices.commitPriceTotal ?? prices.commit_price_total;
  return total === undefined
    ? "the commitment"
    : `the commitment of ${text(total)} ${text(prices.currencyCode ?? prices.currency_code)}`;
}

/** What an update of a resource destroys. */
export function updateLosses(step: EngineStep, sources = noSources): string[] {
  const name = resourceOfType(step.type);
  if (name === undefined) return [];
  const plain = withPlaintexts(step, sources);
  const declared = withoutSecrets(visible(plain.old?.inputs));
  const inputs = previewed(withoutSecrets(withChangedSecrets(plain))) as Properties;
  return updateLossesOf(name, { declared, inputs, state: plain.old?.outputs ?? undefined });
}

/** Leaves out whole secrets: of the new inputs, only a changed one is left then, which is marked as unknown. */
function withoutSecrets(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !isSecret(value)));
}

/**
 * Marks changed secrets. Events contain no secret values, but the engine lists the paths that changed. For a secret that is a
 * whole input, it does not list which part changed.
 */
function withChangedSecrets(step: EngineStep): Properties {
  const inputs = structuredClone(visible(step.new?.inputs));
  for (const { path, secret } of changesOf(step))
    if (secret === true) replaceSecretAt(inputs, path, path in inputs ? unknownValue : "[another secret]");
  return inputs;
}

/** Unknown values in the form in which a provider gets them. */
function previewed(value: unknown): unknown {
  return mapValues(value, (one) => (isUnknown(one) ? unknownValue : undefined));
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "(not known)";
}
