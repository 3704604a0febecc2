import { configOf } from "../config/parse.ts";
import type { Prior } from "./prior.ts";
import type { Operations, ResourceRule, StackRule } from "./rule.ts";
import { lookAt, type Subject } from "./subject.ts";
import { Value } from "./value.ts";

/** Something that a rule says, about a resource or about the whole stack. */
export interface Note {
  urn?: string;
  message: string;
}

/** What came of one rule. */
export interface Verdict {
  violations: Note[];
  /** What could not be judged, and why. */
  notJudged: Note[];
  /** What is wrong with the rule's configuration; it was judged with its defaults. */
  problems: string[];
}

/** When a value that a preview does not know is judged after all. */
const later = "is not known before the update, which judges it before anything is made";

/** Holds one resource against one rule. */
export function judgeResource(rule: ResourceRule, subject: Subject, given: unknown): Verdict {
  const { config, problems } = configOf(rule, given);
  const { value, unknownPaths } = lookAt(subject);
  const violations: Note[] = [];
  const report = (at: Value | undefined, message: string) => {
    const place = at === undefined || at.path === "" ? "" : `${at.path}: `;
    violations.push({ urn: subject.urn, message: `${place}${message}` });
  };
  rule.judge({ config, subject, value, report });
  const notJudged = [...unknownPaths].map((path) => ({ urn: subject.urn, message: `${path} ${later}` }));
  return { violations, notJudged, problems };
}

/** What a stack's rules look at. */
export interface StackView {
  subjects: readonly Subject[];
  /** Outputs of the stack. */
  outputs: unknown;
  prior: Prior;
  /** What the engine does, where that is known. */
  operations?: Operations;
  /** Whether the whole program has been seen. */
  complete: boolean;
}

/** Holds the whole stack against one rule. */
export function judgeStack(rule: StackRule, stack: StackView, given: unknown): Verdict {
  const { config, problems } = configOf(rule, given);
  const violations: Note[] = [];
  const notes = new Map<string, Note>();
  const note = (subject: Subject | undefined, message: string) =>
    notes.set(`${subject?.urn} ${message}`, { urn: subject?.urn, message });
  rule.judgeStack({
    config,
    subjects: stack.subjects,
    read: (subject) =>
      new Value(subject.properties, (path) =>
        note(subject, `${path} is not known: it is a secret in state, or known only to the update`),
      ),
    outputs: new Value(stack.outputs, () => undefined),
    prior: stack.prior,
    operations: stack.operations,
    complete: stack.complete,
    report: (subject, message) => violations.push({ urn: subject?.urn, message }),
    notJudged: note,
  });
  return { violations, notJudged: [...notes.values()], problems };
}
