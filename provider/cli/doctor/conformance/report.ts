import {
  type Behavior,
  type BehaviorFinding,
  type BehaviorName,
  behaviorNames,
  behaviorTable,
  type ConformanceReport,
  conformanceReport,
  type Deviation,
  type Endpoint,
} from "../../../api/index.ts";
import type { Settings } from "../../../client/index.ts";
import manifest from "../../../package.json" with { type: "json" };
import { textOrder } from "../../../values/text-order.ts";
import { type Answer, elementsOf, isSuccess } from "./answer.ts";
import type { Detector, Evidence } from "./behaviors/finding.ts";
import { readingDetectors, timestampForms } from "./behaviors/reading.ts";
import { encodingOf, hasResponded, textsSeen, transitDetectors } from "./behaviors/transit.ts";
import type { Collected } from "./collect.ts";
import { examine } from "./examine.ts";
import { nameGuard } from "./names.ts";

const detectors: Partial<Record<BehaviorName, Detector<BehaviorName>>> = { ...readingDetectors, ...transitDetectors };

/** What a report says about rate-limited requests. */
export type RetryAfter = ConformanceReport["headers"]["retryAfter"];

/** Builds the report. The schema rejects everything else, such as a value of the account. */
export function reportOf(
  collected: Collected,
  settings: Readonly<Settings>,
  retryAfter: RetryAfter,
): ConformanceReport {
  const { answers, notAsked } = collected;
  const evidence = evidenceOf(collected, settings);
  return conformanceReport.parse({
    format: "cloudplatform-conformance/1",
    version: manifest.version,
    deviations: merged([...evidence.deviations, ...evidence.broken]),
    behaviors: behaviorNames.map((name) => behaviorOf(name, evidence)),
    responses: distinct(
      answers.map((answer) => ({
        endpoint: answer.reading.endpoint.id,
        variant: answer.reading.variant,
        status: answer.status,
        body: answer.form,
        encoding: encodingOf(answer),
      })),
    ),
    lists: listsOf(answers),
    headers: { retryAfter, rateLimit: rateLimitHeaders.filter((name) => answers.some(({ header }) => header(name))) },
    timestamps: [...timestampForms(evidence)].sort(),
    texts: textsSeen(evidence),
    notAsked: [...notAsked],
  });
}

function evidenceOf({ answers, paging }: Collected, settings: Readonly<Settings>): Evidence {
  const shown = nameGuard(
    answers.map(({ value }) => value),
    settings,
  );
  const parts = answers
    .filter((answer) => isSuccess(answer) && answer.value !== undefined)
    .map(({ reading: { endpoint }, value }) => ({ endpoint, ...examine(endpoint, value, shown) }));
  const has = (id: string, form: "readable" | "broken") =>
    parts.some(({ elements, endpoint }) => endpoint.id === id && elements.has(form));
  return {
    ...{ answers, paging },
    objects: parts.flatMap(({ objects }) => objects),
    broken: parts.flatMap(({ broken }) => broken),
    hasStranger: parts.some(({ endpoint: { id } }) => has(id, "readable") && has(id, "broken")),
    deviations: [...parts.flatMap(({ deviations }) => deviations), ...answers.flatMap(responseDeviations)],
  };
}

/** Deviations of the status and of the body as a whole. */
function responseDeviations({ form, reading: { endpoint, variant }, status }: Answer): Deviation[] {
  const at = { endpoint: endpoint.id, path: "" };
  const expected = variant === "as documented" || variant === "compressed" ? endpoint.status : 404;
  const isExpected = status === expected || isRefusal(endpoint, status);
  const deviations: Deviation[] = isExpected ? [] : [{ ...at, kind: "other status", expected: String(expected) }];
  if (form === "contract") return deviations;
  return [...deviations, { ...at, kind: isSuccess({ status }) ? "other body" : "other error body" }];
}

/** Statuses that depend on the key, the load or the object, not on the platform. */
function isRefusal({ path }: Endpoint, status: number): boolean {
  return [401, 403, 429, 503].includes(status) || (status === 404 && path.includes("}", path.lastIndexOf("/")));
}

/** Merges equal deviations, with all types that were seen. */
function merged(deviations: readonly Deviation[]): Deviation[] {
  const known = new Map<string, Deviation>();
  for (const deviation of deviations) {
    const key = `${deviation.endpoint} ${deviation.path} ${deviation.kind}`;
    const types = [...new Set([...(known.get(key)?.types ?? []), ...(deviation.types ?? [])])].sort();
    known.set(key, { ...deviation, ...(types.length > 0 && { types }) });
  }
  return [...known.values()].sort((a, b) => textOrder(keyOf(a), keyOf(b)));
}

const keyOf = ({ endpoint, path, kind }: Deviation) => `${endpoint} ${path} ${kind}`;

function behaviorOf(name: BehaviorName, evidence: Evidence): BehaviorFinding {
  const behavior: Behavior = behaviorTable[name];
  if (!hasResponded(evidence) && name !== "gateway")
    return { name, state: "cannot be determined", reason: "the platform has returned nothing" };
  if (behavior.undetectable !== undefined)
    return { name, state: "cannot be determined", reason: behavior.undetectable };
  const found = detectors[name]?.(evidence) ?? "default";
  if (found === "default") return { name, state: "not seen" };
  return "seen" in found
    ? { name, state: "seen", value: found.seen }
    : { name, state: "cannot be determined", reason: found.undetermined };
}

function listsOf(answers: readonly Answer[]): ConformanceReport["lists"] {
  const lists = answers.filter((answer) => isSuccess(answer) && elementsOf(answer) !== undefined);
  return distinct(
    lists.map(({ reading: { endpoint }, value }) => ({
      endpoint: endpoint.id,
      form: Array.isArray(value) ? ("array" as const) : ("object" as const),
      count: countOf(value as Record<string, unknown>),
      order: orderOf(lists.filter((other) => other.reading.endpoint.id === endpoint.id)),
    })),
  );
}

function countOf({ count, total_count: total }: Record<string, unknown>) {
  if (count !== undefined) return total === undefined ? "count" : "both";
  return total === undefined ? "none" : "total_count";
}

/** Fewer ids may ascend by chance. */
const minOrdered = 6;

/** Whether the ids in a list ascend or descend, across its pages. */
function orderOf(pages: readonly Answer[]): ConformanceReport["lists"][number]["order"] {
  const all = pages.flatMap(elementsOf).map((element) => (element as { id?: unknown } | null | undefined)?.id);
  const ids = [...new Set(all.filter((id) => typeof id === "number"))];
  if (ids.length < minOrdered) return "unknown";
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0));
  if (steps.every((step) => step > 0)) return "ids ascend";
  return steps.every((step) => step < 0) ? "ids descend" : "neither";
}

function distinct<T extends object>(all: readonly T[]): T[] {
  const byText = new Map(all.map((one) => [JSON.stringify(one), one]));
  return [...byText].sort(([a], [b]) => textOrder(a, b)).map(([, one]) => one);
}

const rateLimitHeaders = ["x-ratelimit-", "ratelimit-", "x-rate-limit-"]
  .flatMap((prefix) => ["limit", "remaining", "reset", "policy"].map((name) => `${prefix}${name}`))
  .concat("ratelimit");
