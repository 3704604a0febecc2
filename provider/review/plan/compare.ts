import { partUrn } from "../../pulumi/formats/composite.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import { isPricedKind } from "../cost/money.ts";
import { boundOf } from "../model/digest.ts";
import type { Change, Operation, Review } from "../model/schema.ts";

/** A difference between the reviewed change and the current one. */
export interface Difference {
  about: "program" | "state" | "drift" | "price" | "policy" | "versions" | "configuration" | "platform" | "verdict";
  text: string;
}

/** Differences between two reviews, by cause. Empty: an apply would do what was reviewed. */
export function differencesOf(reviewed: Review, now: Review): Difference[] {
  const [a, b] = reviewed.secrets === now.secrets ? [reviewed, now] : [withoutHashes(reviewed), withoutHashes(now)];
  const found = [
    ...platformDifferences(a, b),
    ...mapDifferences("configuration", a.configuration, b.configuration),
    ...mapDifferences("versions", a.versions, b.versions),
    ...(isDone(a, b) ? doneDifference(b) : changeDifferences(a, b)),
  ];
  if (found.length === 0 && reviewed.digest !== now.digest) found.push(...otherDifferences(reviewed, now));
  return found;
}

function changeDifferences(a: Review, b: Review): Difference[] {
  return [
    ...stateDifferences(a, b),
    ...driftDifferences(a, b),
    ...priceDifferences(a, b),
    ...operationDifferences(a, b),
    ...listDifferences("policy", findingsOf(a), findingsOf(b)),
    ...listDifferences("program", outputsOf(a), outputsOf(b)),
    ...listDifferences("verdict", a.errors, b.errors),
  ];
}

/** Whether an update since the review has left nothing to do. Every line of the review would be a difference. */
function isDone(a: Review, b: Review): boolean {
  const isUpdated = a.state.updatedAt !== b.state.updatedAt || a.state.lastUpdate !== b.state.lastUpdate;
  return isUpdated && a.operations.length > 0 && b.operations.length + b.outputs.length + b.errors.length === 0;
}

function doneDifference({ state: { lastUpdate, updatedAt } }: Review): Difference[] {
  const last = lastUpdate ?? updatedAt;
  const when = last === undefined ? "" : ` (${last})`;
  return [
    {
      about: "state",
      text: `the stack was updated after the review${when} and is as the program describes it: the review may have been applied already`,
    },
  ];
}

/** A review without the hashes that depend on its key: with another key, each resource with a secret has another hash. */
function withoutHashes(review: Review): Review {
  const resources = Object.fromEntries(Object.keys(review.state.resources).map((urn) => [urn, ""]));
  return {
    ...review,
    state: { ...review.state, digest: "", resources },
    operations: review.operations.map(({ planned: _, ...one }) => one),
  };
}

/** Names the parts of the review that differ and that no comparison above describes. */
function otherDifferences(a: Review, b: Review): Difference[] {
  const parts = keysOf(boundOf(a), boundOf(b)).filter(
    (name) => canonicalJson(boundOf(a)[name] ?? null) !== canonicalJson(boundOf(b)[name] ?? null),
  );
  if (parts.every((name) => name === "plan"))
    return [{ about: "program", text: "the engine plans other steps for resources that the review does not show" }];
  return [
    {
      about: "program",
      text: `other parts of the review differ: ${parts.filter((name) => name !== "plan").join(", ")}`,
    },
  ];
}

function platformDifferences(a: Review, b: Review): Difference[] {
  if (canonicalJson(a.platforms) === canonicalJson(b.platforms)) return secretsDifference(a, b);
  const list = (urls: readonly string[]) => urls.join(", ") || "none";
  return [{ about: "platform", text: `the platform was ${list(a.platforms)}, and is ${list(b.platforms)} now` }];
}

function secretsDifference(a: Review, b: Review): Difference[] {
  if (a.secrets === b.secrets) return [];
  return [
    {
      about: "configuration",
      text: "secrets cannot be compared: the review was made with another key. Set the same CLOUDPLATFORM_REVIEW_KEY where changes are reviewed and where they are applied",
    },
  ];
}

function mapDifferences(
  about: "configuration" | "versions",
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): Difference[] {
  return keysOf(a, b).flatMap((key) => {
    if (a[key] === b[key]) return [];
    const isSecret = [a[key], b[key]].some((one) => one?.startsWith("secret "));
    const text = isSecret ? `${key} changed (a secret)` : `${key} was ${quoted(a[key])}, and is ${quoted(b[key])} now`;
    return [{ about, text }];
  });
}

function stateDifferences(a: Review, b: Review): Difference[] {
  const { digest, updatedAt, lastUpdate } = a.state;
  if (digest === b.state.digest && updatedAt === b.state.updatedAt && lastUpdate === b.state.lastUpdate) return [];
  const changed = keysOf(a.state.resources, b.state.resources).filter(
    (urn) => a.state.resources[urn] !== b.state.resources[urn],
  );
  const last = lastUpdate === b.state.lastUpdate ? b.state.updatedAt : b.state.lastUpdate;
  const when = last === undefined ? "" : lastUpdate === b.state.lastUpdate ? `, at ${last}` : ` (${last})`;
  const found: Difference[] = changed.map((urn) => {
    const verb = !(urn in a.state.resources) ? "is new in" : !(urn in b.state.resources) ? "left" : "changed in";
    return { about: "state", text: `${urn.split("::").slice(2).join("::")} ${verb} the state since the review` };
  });
  const spent =
    digest !== "" && digest === b.state.digest
      ? "; the state is the same again, but a review is applied only once"
      : "";
  found.unshift({ about: "state", text: `the stack was updated after the review${when}${spent}` });
  if (a.state.pending !== b.state.pending)
    found.push({ about: "state", text: `${b.state.pending} pending operations, ${a.state.pending} in the review` });
  return found;
}

function driftDifferences(a: Review, b: Review): Difference[] {
  const lines = (review: Review) =>
    review.drift.flatMap(({ name, type, kind, changes }) =>
      kind === "missing"
        ? [`${type} ${name} is missing on the platform`]
        : changes.map((one) => `${type} ${name}: ${changeText(one)}`),
    );
  return listDifferences("drift", lines(a), lines(b));
}

function priceDifferences(a: Review, b: Review): Difference[] {
  const lines = ({ money }: Review) => [
    ...money.costs.map((one) => `${one.name} costs ${one.before ?? "0"} → ${one.after ?? "0"} ${one.currency} a month`),
    ...money.commitments.map(
      (one) =>
        `${one.name} commits to ${one.total ?? "an unknown amount"} ${one.currency ?? ""} for ${one.months ?? "unknown"} months`,
    ),
    ...money.reserved.map(
      (one) =>
        `reservations pay for ${one.nodesAfter} nodes of ${one.flavor} in region ${one.regionId} (${one.after ?? "no price"} ${one.currency ?? ""})`,
    ),
    // A type without a price list is no difference.
    ...money.unpriced.filter(({ type }) => isPricedKind(type)).map((one) => `${one.name} has no price: ${one.reason}`),
  ];
  return listDifferences("price", lines(a), lines(b));
}

function operationDifferences(a: Review, b: Review): Difference[] {
  const [old, now] = [a, b].map(
    (review) => new Map(review.operations.map((one) => [`${one.urn} ${one.operation}`, one])),
  );
  const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort();
  const isChanged = (key: string) => canonicalJson(old?.get(key) ?? null) !== canonicalJson(now?.get(key) ?? null);
  return keys.flatMap((key): Difference[] => {
    const [before, after] = [old?.get(key), now?.get(key)];
    const title = (one: Operation) => `${one.operation} ${one.type} ${one.name}`;
    if (before === undefined && after !== undefined) return [{ about: "program", text: `appeared: ${title(after)}` }];
    if (after === undefined && before !== undefined) return [{ about: "program", text: `vanished: ${title(before)}` }];
    if (before === undefined || after === undefined || canonicalJson(before) === canonicalJson(after)) return [];
    const found = changedOperation(before, after);
    // A resource and its objects share one plan; the differences of the objects already explain a changed plan.
    const isOfPart = (one: string) => one.startsWith(partUrn(after.urn, "")) && isChanged(one);
    if (found.length === 0 && keys.some(isOfPart)) return [];
    const texts = found.length > 0 ? found : [otherDifference(before, after)];
    return texts.map((text) => ({ about: "program", text: `${title(after)}: ${text}` }));
  });
}

function changedOperation(before: Operation, after: Operation): string[] {
  const found = [
    ...listTexts(before.changes.map(changeText), after.changes.map(changeText)),
    ...listTexts(before.options.map(changeText), after.options.map(changeText)).map((text) => `option ${text}`),
  ];
  found.push(
    ...listTexts(
      before.reasons.map((one) => `replaced for ${one}`),
      after.reasons.map((one) => `replaced for ${one}`),
    ),
  );
  const lost = ({ losses, payable, obstacle }: Operation) =>
    [...losses, payable, obstacle].filter((one) => one !== undefined);
  found.push(...listTexts(lost(before), lost(after)));
  return found;
}

function otherDifference(before: Operation, after: Operation): string {
  return before.planned === after.planned
    ? "its protection, order or object differs"
    : "a secret input, an option or a dependency differs";
}

function findingsOf({ policies }: Review): string[] {
  return policies.findings.map(
    (one) => `${one.rule} (${one.level}${one.kind === "violation" ? "" : `, ${one.kind}`}): ${one.message}`,
  );
}

function outputsOf({ outputs }: Review): string[] {
  return outputs.map((one) => `stack output ${changeText(one)}`);
}

/** `weight: 10 → 20`. */
export function changeText(change: Change): string {
  if (change.secret === true)
    return `${change.path}: secret ${{ add: "added", update: "changed", delete: "removed" }[change.kind]}`;
  const now = change.unknown === true && change.new === undefined ? "(not known yet)" : quoted(change.new);
  if (change.kind === "add") return `${change.path}: ${now}`;
  return change.kind === "delete"
    ? `${change.path}: ${quoted(change.old)} → (removed)`
    : `${change.path}: ${quoted(change.old)} → ${now}`;
}

function quoted(value: unknown): string {
  return value === undefined ? "(none)" : JSON.stringify(value);
}

function listDifferences(about: Difference["about"], a: readonly string[], b: readonly string[]): Difference[] {
  return listTexts(a, b).map((text) => ({ about, text }));
}

function listTexts(a: readonly string[], b: readonly string[]): string[] {
  const [old, now] = [new Set(a), new Set(b)];
  return [
    ...[...now].filter((one) => !old.has(one)).map((one) => `now: ${one}`),
    ...[...old].filter((one) => !now.has(one)).map((one) => `reviewed: ${one}`),
  ];
}

function keysOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}
