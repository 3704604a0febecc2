import { resourceUrn } from "../../pulumi/formats/composite.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { counted } from "../../values/counted.ts";
import { textOrder } from "../../values/text-order.ts";
import type { Kind } from "../model/kinds.ts";
import { takerOf } from "../model/operations.ts";
import type { Operation, Review } from "../model/schema.ts";
import { changeSpans, changesRows, changesSpans, isTold } from "./changes.ts";
import { type Line, type Span, sentence, value } from "./screen.ts";

/** Order by loss: committed money and data first, resources that can be created again within a second last. */
const severity: Readonly<Record<Kind, number>> = {
  "reservations:Reservation": 0,
  "kubernetes:Cluster": 1,
  "edge:Secret": 2,
  "edge:AppTemplate": 3,
  "cdn:RuleSet": 4,
  "cdn:RuleTemplate": 5,
  "quotas:NotificationThreshold": 6,
};

/** Resources of other providers come last. */
function ranked(operations: readonly Operation[]): Operation[] {
  const rank = ({ type }: Operation) => (Object.hasOwn(severity, type) ? severity[type as Kind] : 7);
  return [...operations].sort((a, b) => rank(a) - rank(b) || textOrder(a.name, b.name));
}

/** Each operation that destroys something, with what is lost and what protects it below. */
export function destructive(operations: readonly Operation[], review: Review): Line[] {
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
    for (const loss of one.losses) details.push(["Lost: ", sentence(loss)]);
    if (one.payable !== undefined) details.push(["Payable: ", sentence(one.payable)]);
    if (one.obstacle !== undefined) details.push(["Refused: ", sentence(one.obstacle)]);
    if (one.operation !== "update") details.push(protection(one, review));
    details.push(...changesRows(one.changes));
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
    sentence(text),
  ]);
  return [["Renamed? The program creates the same as ", value(nameOfUrn(to)), ", and can keep this one."], ...shown];
}

function protection(one: Operation, { operations }: Review): Span[] {
  const { operation, protected: isProtected, retained, deletedWith, ended } = one;
  const taker = takerOf(one, operations);
  if (taker !== undefined) return ["The object stays on the platform: ", value(taker.name), " takes it over."];
  if (deletedWith !== undefined)
    return [
      "deletedWith ",
      value(nameOfUrn(deletedWith)),
      ": the engine deletes only that one, and this object stays on the platform, unmanaged.",
    ];
  if (ended !== undefined && !isProtected)
    return ["The reservation has ended (", value(ended), "): nothing is cancelled, and nothing is owed."];
  if (operation === "abandon" && one.payable !== undefined && !retained)
    return ['onDelete: "abandon": it leaves the stack, and the contract runs on, unmanaged.'];
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

export function operationLines(operations: readonly Operation[], review: Review): Line[] {
  const parts = new Map<string | undefined, number>();
  for (const { urn } of review.operations) parts.set(resourceUrn(urn), (parts.get(resourceUrn(urn)) ?? 0) + 1);
  return ranked(operations).map((one) => operationLine(one, (parts.get(one.urn) ?? 0) - 1));
}

/** The operation of the resource that an object belongs to. */
function ownerOf({ urn }: Operation, operations: readonly Operation[]): Operation | undefined {
  const owner = resourceUrn(urn);
  return owner === urn ? undefined : operations.find((one) => one.urn === owner);
}

/** `parts`: how many objects of the resource have operations of their own. */
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
