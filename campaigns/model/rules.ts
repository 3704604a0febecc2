// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources.
import type { Patch } from "../simulation/product/bundle.ts";

/** How often each disturbance may happen; an omitted one does not happen. */
export interface Budget {
  lost?: number;
  late?: number;
  kill?: number;
  import?: number;
  stale?: number;
  rename?: number;
  allow?: number;
  destroy?: number;
}

/** A world to explore. */
export interface Scope {
  /** Whether the stacks create a purchase. */
  isCostly?: boolean;
  /** Whether the two stacks are in two backends. */
  isApart?: boolean;
  machines?: number;
  /** Whether the exploration takes minutes. Only campaigns explore it then. */
  isLong?: boolean;
  budget: Budget;
}

/** A rule of OneOwner.tla, with a small world in which a promise breaks without it. */
export interface Rule extends Scope {
  name: string;
  /** The promise that does not hold without the rule. */
  breaks: string;
  /** The changes of the sources that remove the rule from the product. */
  patches: readonly Patch[];
  /** Another rule that would keep the promise without this one. The checker leaves out both. */
  leftOutToo?: string;
  /** Whether the rule is an assumption that nothing in the product ensures; docs/interrupted-runs.md names these limits. */
  isAssumed?: boolean;
}

const ownership = "provider/engine/ownership";
const lifecycle = "provider/engine/lifecycle";
const patch = (file: string, replace: string, by = ""): Patch => ({ file, replace, by });

export const rules: readonly Rule[] = [
  {
    name: "the platform is asked first",
    ...{ breaks: "NothingTwice", budget: { kill: 1 } },
    patches: [patch(`${ownership}/create-once.ts`, "  await refuseSame(once);\n")],
  },
  {
    name: "a request is recorded before it leaves",
    // Otherwise only another machine could violate the promise.
    leftOutToo: "what another machine has requested has arrived",
    ...{ breaks: "NothingTwice", machines: 1, budget: { kill: 1 } },
    patches: [patch(`${ownership}/create-once.ts`, "  await record.note({ ...request, earlier, ...noResponse });\n")],
  },
  {
    name: "a lost response is searched for",
    ...{ breaks: "NothingTwice", budget: { lost: 1 } },
    patches: [
      patch(
        `${ownership}/create-once.ts`,
        "const found = await search(once, notes, [request], error.detail, clock.now());",
        "const found = undefined as Found<T> | undefined;",
      ),
      patch(
        `${ownership}/create-once.ts`,
        '      await refuseUnexplained(once, notes, request, "the response to its request was lost");\n',
      ),
    ],
  },
  {
    name: "a purchase is not repeated",
    ...{ breaks: "NothingTwice", isCostly: true, budget: { late: 1 } },
    // The other rule covers the time of the search; after that, only this rule helps.
    leftOutToo: "a request arrives within the time of the search",
    patches: [
      patch(
        `${ownership}/create-once.ts`,
        '      if (once.costly !== undefined) throw new OperationError(notFoundText(once, once.costly, error.detail), "CP2107");\n',
      ),
    ],
  },
  {
    name: "the search leaves out what was known",
    ...{ breaks: "NothingTaken", budget: { lost: 1, allow: 1 } },
    patches: [
      patch(`${ownership}/known-ids.ts`, '  if (typeof after === "number" && id <= after) return true;\n'),
      patch(`${ownership}/known-ids.ts`, "return known.includes(id);", "return false;"),
      patch(
        `${ownership}/known-ids.ts`,
        '  if (typeof known !== "string" || known === "") return false;',
        "  return false;",
      ),
    ],
  },
  {
    name: "the search asks the other stack",
    ...{ breaks: "OneOwner", machines: 2, budget: { lost: 1 } },
    patches: [patch(`${ownership}/creation-search.ts`, 'reach: "backend", asked: ask', 'reach: "stack", asked: ask')],
  },
  {
    name: "a request is announced",
    ...{ breaks: "NothingTaken", budget: { lost: 1 } },
    patches: [
      patch(
        `${ownership}/creation-search.ts`,
        "if (own.stack !== undefined) return",
        "if (own.stack === undefined && false) return",
      ),
    ],
  },
  {
    name: "the search asks the machine",
    ...{ breaks: "NothingTaken", isApart: true, machines: 1, budget: { lost: 1 } },
    patches: [
      patch(
        `${ownership}/creation-search.ts`,
        "const unnoted = unowned.filter(({ made }) => !others.ids.has(once.idOf(made)));",
        "const unnoted = unowned;",
      ),
      patch(`${ownership}/creation-search.ts`, "if (others.isOpen)", "if (others.isOpen && since < 0)"),
    ],
  },
  {
    name: "a creation that ended unclear is remembered",
    ...{ breaks: "NothingTaken", machines: 1, budget: { lost: 1, kill: 1 } },
    patches: [patch(`${ownership}/machine-notes.ts`, "(at > since - latestMs || (at >", "((at >")],
  },
  {
    name: "a resumed creation asks the other stack",
    ...{ breaks: "OneOwner", budget: { kill: 1, import: 1 } },
    patches: [
      patch(
        `${lifecycle}/create.ts`,
        "const refusal = await elsewhereError(recorded, context);",
        "const refusal = undefined as OperationError | undefined;",
      ),
    ],
  },
  {
    name: "allowDuplicate is heard",
    ...{ breaks: "NextIsPossible", budget: { kill: 1, import: 1, allow: 1 } },
    patches: [
      patch(
        `${lifecycle}/create.ts`,
        "if (refusal !== undefined && inputs.allowDuplicate !== true) throw",
        "if (refusal !== undefined) throw",
      ),
    ],
  },
  {
    name: "an import asks the other stack",
    ...{ breaks: "OneOwner", budget: { import: 1 } },
    patches: [
      patch(
        `${lifecycle}/adopt.ts`,
        "  await refuseImported({ what, noun: handler.noun, id }, inputs, context, options);\n",
      ),
    ],
  },
  {
    name: "an import asks for a creation that goes on",
    ...{ breaks: "OneOwner", budget: { import: 1 } },
    patches: [patch(`${ownership}/refusals.ts`, 'if (creator.is === "uncertain")', "if (creator === undefined)")],
  },
  {
    name: "a request arrives within the time of the search",
    ...{ breaks: "NothingTwice", budget: { late: 1 }, isAssumed: true, patches: [] },
  },
  {
    name: "what another machine has requested has arrived",
    ...{ breaks: "NothingTwice", budget: { kill: 1 }, isAssumed: true, patches: [] },
  },
  {
    name: "and known to other machines",
    ...{ breaks: "NothingTaken", budget: { lost: 1, kill: 1 }, isAssumed: true, patches: [] },
  },
];

/** The rules that the checker leaves out to show what a rule is for. */
export function leftOut({ name, leftOutToo }: Rule): string[] {
  return [name, ...(leftOutToo === undefined ? [] : [leftOutToo])];
}

/** Worlds in which all promises must hold. */
export const worlds: readonly (Scope & { name: string })[] = [
  { name: "two machines, a kill and a lost response", budget: { lost: 1, kill: 1 } },
  { name: "one machine, a purchase", isCostly: true, machines: 1, budget: { lost: 1, late: 1, kill: 1, allow: 1 } },
  { name: "two backends, one machine", isApart: true, machines: 1, budget: { lost: 1, late: 1 } },
  {
    name: "all but stale reads",
    isLong: true,
    budget: { lost: 1, late: 1, kill: 1, import: 1, rename: 1, allow: 1, destroy: 1 },
  },
  {
    name: "all but stale reads, a purchase",
    ...{ isLong: true, isCostly: true },
    budget: { lost: 1, late: 1, kill: 1, import: 1, rename: 1, allow: 1, destroy: 1 },
  },
  {
    name: "a stale read, one machine",
    isLong: true,
    machines: 1,
    budget: { lost: 1, kill: 1, stale: 1, import: 1, rename: 1 },
  },
];
