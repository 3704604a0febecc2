import { backtrackingProblem } from "../../regex/pattern.ts";
import { isObject, isSecret, isUnknown } from "../model/engine-values.ts";
import type { EngineStep, Side } from "../model/events.ts";
import { nameOfStep, ownKind } from "../model/kinds.ts";
import type { Review } from "../model/schema.ts";
import { effectOn, openSemantics } from "./effects.ts";
import type { Template } from "./match.ts";

const gone = new Set(["delete", "delete-replaced", "discard", "discard-replaced", "release"]);

/** Rule templates of a stack before and after a change. */
export function templatesOf(steps: readonly EngineStep[]): { before: Template[]; after: Template[]; notes: string[] } {
  const found = { before: new Map<string, Template>(), after: new Map<string, Template>() };
  const notes = new Set<string>();
  for (const step of steps.filter((one) => ownKind(one.type) === "cdn:RuleTemplate")) {
    const old = step.op === "create" ? undefined : templateOf(nameOfStep(step), step.old);
    const now = gone.has(step.op) ? undefined : templateOf(nameOfStep(step), step.new);
    if (old !== undefined) found.before.set(step.urn, old);
    if (now !== undefined) found.after.set(step.urn, now);
    // An undecided resource with many templates gets one note, not one for each template.
    else if (!gone.has(step.op) && !(step.op === "undecided" && step.old))
      notes.add(`${nameOfStep(step)}: its rule is known only during the update`);
  }
  return { before: [...found.before.values()], after: [...found.after.values()], notes: [...notes] };
}

/** A template from its inputs; undefined if its rule is not known. */
export function templateOf(
  name: string,
  side: Pick<Side, "inputs" | "outputs"> | null | undefined,
): Template | undefined {
  const { rule, ruleType, weight, options } = { ...side?.outputs, ...side?.inputs };
  if (typeof rule !== "string" || isUnknown(rule)) return undefined;
  return {
    name,
    rule,
    ruleType: ruleType === 1 ? 1 : 0,
    ...(typeof weight === "number" && { weight }),
    options: isObject(options) && !isSecret(options) ? options : {},
  };
}

/** How the change affects the sample URLs. */
export function cdnOf(steps: readonly EngineStep[], urls: readonly string[]): Review["cdn"] {
  const { before, after, notes } = templatesOf(steps);
  const patterns = after.flatMap(({ name, rule }) => {
    const problem = backtrackingProblem(rule);
    return problem === undefined ? [] : [{ name, rule, problem }];
  });
  const asked = after.length + before.length > 0 ? urls : [];
  return {
    urls: asked.map((url) => effectOn(url, before, after)),
    patterns,
    open: asked.length > 0 ? [...openSemantics("state"), ...notes] : [],
  };
}

/** Name of the stack output that lists sample URLs. */
const sampleOutput = "cdnSampleUrls";

/** Sample URLs from the program's outputs. */
export function sampleUrls(steps: readonly EngineStep[]): string[] {
  const stack = steps.find((step) => step.type === "pulumi:pulumi:Stack");
  const listed = stack?.new?.outputs?.[sampleOutput];
  return Array.isArray(listed) ? listed.filter((one) => typeof one === "string" && !isUnknown(one)) : [];
}
