import { resourceUrn } from "../../pulumi/formats/composite.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import type { ResourceName } from "../../resources/registry.ts";
import { counted } from "../../values/counted.ts";
import { microsOf } from "../../values/index.ts";
import { takerOf } from "../model/operations.ts";
import type { Change, Drifted, Finding, Operation, Review } from "../model/schema.ts";
import { moneyLines } from "./money.ts";
import { cdnSection, footerOf, quotaSection } from "./parts.ts";
import type { Line, Screen, Section, Span, Tile } from "./screen.ts";
import { value } from "./value.ts";

/** Changes of one resource that are shown; the others are counted. */
const changesShown = 8;

/** The one screen, in the order in which a person should read it. */
export function screenOf(review: Review): Screen {
  return {
    title: titleOf(review.kind),
    stack: `${review.project}/${review.stack}`,
    level: review.verdict.level,
    verdict: verdictSpans(review),
    summary: [{ spans: countSpans(review.counts) }],
    tiles: tilesOf(review),
    sections: sectionsOf(review).filter((section) => section.lines.length > 0),
    footer: footerOf(review),
    marker: `cloudplatform-${review.kind} ${review.project}/${review.stack}`,
  };
}

export function titleOf(kind: Review["kind"]): string {
  return kind === "drift" ? "Drift report" : "Review";
}

/** All sections, also those without lines. */
export function sectionsOf(review: Review): Section[] {
  const of = (...kinds: Operation["operation"][]) => review.operations.filter((one) => kinds.includes(one.operation));
  const losing = review.operations.filter((one) => one.operation === "update" && one.losses.length > 0);
  const updates = of("update").filter((one) => one.losses.length === 0);
  return [
    { title: "Errors", noun: "error", importance: 0, lines: review.errors.map(errorLine) },
    { title: "Policy violations", noun: "violation", importance: 1, lines: violations(review, "mandatory") },
    {
      title: "Replacements and deletions",
      noun: "replacement or deletion",
      importance: 2,
      lines: destructive([...of("replace", "delete", "abandon"), ...losing], review),
    },
    { title: "Money and commitments", noun: "cost", importance: 1, lines: moneyLines(review) },
    { title: "Updates", noun: "update", importance: 6, lines: operationLines(updates, review) },
    {
      title: "Creates",
      noun: "create",
      importance: 7,
      lines: operationLines(of("create", "import", "read"), review),
    },
    {
      title: "In state only",
      noun: "resource",
      importance: 8,
      lines: operationLines(of("state"), review),
    },
    {
      title: "Stack outputs",
      noun: "output",
      importance: 9,
      lines: review.outputs.map((one) => ({ spans: changeSpans(one) })),
    },
    {
      title: "Drift",
      noun: "drifted resource",
      importance: 4,
      lines: review.drift.map((one) => driftLine(one, review)),
    },
    { title: "Policy warnings", noun: "warning", importance: 5, lines: violations(review, "advisory") },
    quotaSection(review),
    cdnSection(review),
    { title: "Not known yet", noun: "resource", importance: 10, lines: unknownLines(review), isFolded: true },
    {
      title: "Not evaluated and waived",
      noun: "result",
      importance: 8,
      lines: otherFindings(review),
      isFolded: !review.policies.findings.some((one) => one.kind === "not-evaluated"),
    },
    { title: "Without a price", noun: "group", importance: 11, lines: unpricedLines(review), isFolded: true },
    { title: "Notes", noun: "note", importance: 5, lines: review.notes.map((text) => ({ spans: [value(text, 300)] })) },
  ];
}

function errorLine(text: string): Line {
  return { spans: [value(text, 500)], tone: "bad" };
}

export const levels = { safe: "Safe", attention: "Needs attention", blocked: "Blocked" } as const;

export function verdictSpans({ verdict, kind, drift }: Review): Span[] {
  if (kind === "drift" && verdict.level !== "blocked")
    return [
      { strong: drift.length === 0 ? "No drift" : "Drift" },
      drift.length === 0
        ? ""
        : `: ${counted(drift.length, "resource")} differ${drift.length === 1 ? "s" : ""} from the state`,
    ];
  return [{ strong: levels[verdict.level] }, verdict.reasons.length === 0 ? "" : `: ${verdict.reasons.join("; ")}`];
}

export function countSpans(counts: Review["counts"]): Span[] {
  const words = Object.entries(counts).filter(
    ([name, count]) => count > 0 || ["create", "update", "replace", "delete"].includes(name),
  );
  return [words.map(([name, count]) => `${count} ${name === "state" ? "in state only" : name}`).join(" · ")];
}

/** A resource, as an operation names it. */
type Kind<Name extends string = ResourceName> = Name extends `${infer Area}.${infer Type}` ? `${Area}:${Type}` : never;

/** By what is lost with it: committed money and data first, what is created again in a second last. */
const severity: Readonly<Record<Kind, number>> = {
  "reservations:Reservation": 0,
  "kubernetes:Cluster": 1,
  "edge:Secret": 2,
  "edge:AppTemplate": 3,
  "cdn:RuleSet": 4,
  "cdn:RuleTemplate": 5,
  "quotas:NotificationThreshold": 6,
};

/** What another provider serves comes last. */
function ranked(operations: readonly Operation[]): Operation[] {
  const rank = ({ type }: Operation) => (Object.hasOwn(severity, type) ? severity[type as Kind] : 7);
  return [...operations].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function destructive(operations: readonly Operation[], review: Review): Line[] {
  return ranked(operations).map((one) => {
    const details: Span[][] = [];
    if (one.reasons.length > 0) details.push(["Forced by ", value(one.reasons.join(", "))]);
    if (one.order !== undefined)
      details.push([
        one.order === "delete-first"
          ? "The old object is deleted first, then the new one is created."
          : "The new object is created first, then the old one is deleted.",
      ]);
    details.push(...renameSpans(one, review));
    for (const loss of one.losses) details.push(["Lost: ", value(loss, 300)]);
    if (one.payable !== undefined) details.push(["Payable: ", value(one.payable, 300)]);
    if (one.obstacle !== undefined) details.push(["Refused: ", value(one.obstacle, 300)]);
    if (one.operation !== "update") details.push(protection(one, review));
    for (const change of one.changes.slice(0, changesShown)) details.push(changeSpans(change));
    for (const option of one.options) details.push(["option ", ...changeSpans(option)]);
    return {
      spans: [{ strong: one.operation }, " ", ...nameSpans(one)],
      details,
      tone: one.operation === "abandon" ? "warn" : "bad",
    };
  });
}

/** How a resource that was only renamed keeps its object. */
function renameSpans({ urn }: Operation, { renamed = [] }: Review): Span[][] {
  const rename = renamed.find(({ from }) => from === urn);
  if (rename === undefined) return [];
  const { to, lines } = rename;
  const shown = lines.map(({ on, text }): Span[] => [
    on === to ? "Add to it: " : "Add to its component ",
    ...(on === to ? [] : [value(nameOfUrn(on)), ": "]),
    value(text, 500),
  ]);
  return [["Renamed? The program creates the same as ", value(nameOfUrn(to)), ", and can keep this one."], ...shown];
}

function protection(one: Operation, { operations }: Review): Span[] {
  const { operation, protected: isProtected, retained } = one;
  const taker = takerOf(one, operations);
  if (taker !== undefined) return ["The object stays on the platform: ", value(taker.name), " takes it over."];
  if (operation === "abandon")
    return [`${retained ? "retainOnDelete" : "released"}: the object stays on the platform, unmanaged.`];
  if (retained) return ["retainOnDelete: the old object stays on the platform."];
  if (isProtected) return ["protect is set: the engine refuses to delete it."];
  const owner = ownerOf(one, operations);
  return owner?.operation === "update"
    ? [value(owner.name), " stays without it: protect refuses no such deletion."]
    : ["Nothing protects it (protect is not set)."];
}

function nameSpans({ name, type, id }: Operation): Span[] {
  return [value(name), " ", value(type), ...(id === undefined ? [] : [" ", value(id)])];
}

function operationLines(operations: readonly Operation[], review: Review): Line[] {
  const parts = new Map<string | undefined, number>();
  for (const { urn } of review.operations) parts.set(resourceUrn(urn), (parts.get(resourceUrn(urn)) ?? 0) + 1);
  return ranked(operations).map((one) => operationLine(one, (parts.get(one.urn) ?? 0) - 1));
}

/** The operation of the resource that an object belongs to. */
function ownerOf({ urn }: Operation, operations: readonly Operation[]): Operation | undefined {
  const owner = resourceUrn(urn);
  return owner === urn ? undefined : operations.find((one) => one.urn === owner);
}

/** `parts`: how many of its objects have operations of their own. */
function operationLine(one: Operation, parts: number): Line {
  const spans: Span[] = [
    { strong: one.operation },
    " ",
    ...nameSpans(one),
    ...changesSpans(one.changes.filter(isTold)),
    ...one.options.flatMap((option): Span[] => [" · option ", ...changeSpans(option)]),
  ];
  if (parts > 0)
    spans.push(
      one.operation === "update" ? ` · changes ${counted(parts, "rule")}` : ` · with ${counted(parts, "rule")}`,
    );
  else if (one.operation === "update" && one.changes.length + one.options.length === 0)
    spans.push(" · an interrupted operation resumes, or only the provider's own values change");
  return { spans };
}

/** A quote stands among the costs. */
function isTold({ path }: Change): boolean {
  return path !== "quote" && !path.startsWith("quote.");
}

/** The first changes in a row, and how many more there are. */
function changesSpans(changes: readonly Change[]): Span[] {
  const shown = changes.slice(0, changesShown);
  const spans = shown.flatMap((change, index): Span[] => [index === 0 ? " · " : ", ", ...changeSpans(change)]);
  const more = changes.length - shown.length;
  return more > 0 ? [...spans, `, and ${counted(more, "more property change")}`] : spans;
}

export function changeSpans(change: Change): Span[] {
  const path = value(change.path);
  if (change.secret === true)
    return [path, " ", { update: "changed (secret)", add: "added (secret)", delete: "removed (secret)" }[change.kind]];
  const now: Span =
    change.new === undefined ? (change.unknown === true ? "(not known yet)" : "(none)") : value(jsonOf(change.new));
  if (change.kind === "add") return [path, " = ", now];
  if (change.kind === "delete") return [path, " removed, was ", value(jsonOf(change.old))];
  return [path, " ", value(jsonOf(change.old)), " → ", now];
}

function jsonOf(json: unknown): string {
  return JSON.stringify(json) ?? "(none)";
}

/** What differs on the platform, and whether this update takes it back: then somebody else's change goes. */
function driftLine({ urn, name, type, kind, changes }: Drifted, { operations, kind: about }: Review): Line {
  const spans: Span[] = [value(name), " ", value(type)];
  const own = operations.find((one) => one.urn === urn && one.operation !== "state");
  if (kind === "missing") {
    const details: Span[][] = own?.operation === "create" ? [["This update creates it again."]] : [];
    return { spans: [...spans, " is missing on the platform"], details, tone: "bad" };
  }
  const paths =
    own?.operation === "update" ? changes.filter(({ path }) => own.changes.some((one) => one.path === path)) : [];
  const details: Span[][] =
    own?.operation === "replace"
      ? [["The replacement reverts a change that was made on the platform."]]
      : paths.map(({ path, new: live }) => [
          "This update reverts a change that was made on the platform: ",
          value(path),
          ...(live === undefined ? [] : [" ", value(jsonOf(live)), " goes"]),
        ]);
  if (about === "change" && own === undefined)
    details.push(["It stays as it is on the platform; it is imported into the state."]);
  return { spans: [...spans, ...changesSpans(changes)], details, tone: "warn" };
}

/** One line for each rule, the most severe first, with the resources that violate it below, and what to do. */
function violations({ policies: { findings } }: Review, level: Finding["level"]): Line[] {
  const severities = ["critical", "high", "medium", "low"];
  const rank = (one: Finding) => severities.indexOf(one.severity);
  const all = findings
    .filter((one) => one.kind === "violation" && one.level === level)
    .sort((a, b) => rank(a) - rank(b));
  const byRule = Map.groupBy(all, ({ pack, rule, severity }) => JSON.stringify([pack, rule, severity]));
  return [...byRule.values()].flatMap((group): Line[] => {
    const [first] = group;
    if (first === undefined) return [];
    const head: Span[] = [{ strong: first.level }, ` ${first.severity} `, value(first.rule)];
    const places = group.map((one): Span[] => [value(one.resource), ": ", value(one.message, 300)]);
    const remedy: Span[][] = first.remediation === undefined ? [] : [["Do: ", value(first.remediation, 300)]];
    const [only = []] = places;
    return [
      {
        spans: places.length === 1 ? [...head, " ", ...only] : [...head, `: ${counted(places.length, "violation")}`],
        details: [...(places.length === 1 ? [] : places), ...remedy],
        tone: first.level === "mandatory" ? "bad" : "warn",
      },
    ];
  });
}

/** The numbers by which a reader decides where to look. */
export function tilesOf({
  counts,
  money,
  policies,
  kind,
}: Pick<Review, "counts" | "kind"> & {
  money: Pick<Review["money"], "monthly">;
  policies: Pick<Review["policies"], "findings">;
}): Tile[] {
  if (kind === "drift")
    return [{ label: "drifted", value: String(counts.drifted ?? 0), ...tone(counts.drifted, "warn") }];
  const mandatory = policies.findings.filter((one) => one.kind === "violation" && one.level === "mandatory").length;
  const count = (name: string, bad?: Line["tone"]): Tile => ({
    label: name,
    value: String(counts[name] ?? 0),
    ...tone(counts[name], bad),
  });
  return [
    { label: "blocking violations", value: String(mandatory), ...tone(mandatory, "bad") },
    count("delete", "bad"),
    count("replace", "bad"),
    count("update"),
    count("create"),
    count("drifted", "warn"),
    ...money.monthly.map((one): Tile => {
      const isMore = (microsOf(one.difference) ?? 0n) > 0n;
      const label = `${one.currency} a month`;
      return { label, value: `${isMore ? "+" : ""}${one.difference}`, tone: isMore ? "warn" : "good" };
    }),
  ];
}

function tone(count: number | undefined, one: Line["tone"]): Pick<Tile, "tone"> {
  return one === undefined || count === undefined || count === 0 ? {} : { tone: one };
}

function otherFindings({ policies }: Review): Line[] {
  const words = { waived: "waived", "not-evaluated": "not evaluated", violation: "" };
  const others = policies.findings.filter((one) => one.kind !== "violation");
  return [
    ...policies.relaxed.map((text): Line => ({ spans: ["relaxed: ", value(text, 300)], tone: "warn" })),
    ...policies.waivers.map((text): Line => ({ spans: [value(text, 500)] })),
    ...others.map(
      (one): Line => ({ spans: [`${words[one.kind]} `, value(one.resource), ": ", value(one.message, 300)] }),
    ),
  ];
}

/** One line for all values of a resource. */
function unknownLines({ unknown }: Review): Line[] {
  return [...Map.groupBy(unknown, (one) => one.urn).values()].map((all) => ({
    spans: [value(all[0]?.name ?? ""), ": ", value(all.map((one) => one.path).join(", "), 300)],
  }));
}

/** One line for all resources of the same type and reason. */
function unpricedLines({ money }: Review): Line[] {
  return [...Map.groupBy(money.unpriced, (one) => `${one.type} ${one.reason}`).values()].map((all) => {
    const [first] = all;
    return {
      spans: [
        `${counted(all.length, "resource")} `,
        value(first?.type ?? ""),
        ": ",
        value(first?.reason ?? "", 300),
        " (",
        value(all.map((one) => one.name).join(", ")),
        ")",
      ],
    };
  });
}
