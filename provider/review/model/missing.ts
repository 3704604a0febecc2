import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { textOrder } from "../../values/text-order.ts";
import { isObject } from "./engine-values.ts";
import type { EngineStep } from "./events.ts";
import type { Change, Missing, Operation } from "./schema.ts";

/** What languages write into a text where the program has no value, or has one that is no text. */
const placeholder =
  /\bundefined\b|\[object \w+\]|Calling \[toString\] on an \[Output<T>\]|Calling __str__ on an Output\[T\]/;

const reference = "pulumi:pulumi:StackReference";

/** Texts in place of values that the program seems not to have. The engine accepts them: `/x/undefined/.*` is a valid rule. */
export function missingOf(operations: readonly Operation[], outputs: readonly Change[]): Missing[] {
  const found = [...operations.flatMap(({ urn, changes }) => texts(urn, changes)), ...texts("", outputs)];
  return found.sort((a, b) => textOrder(`${a.urn} ${a.path}`, `${b.urn} ${b.path}`));
}

/**
 * Notes on referenced stacks without outputs, whose values are `undefined`. They are no part of the digest: the apply of several
 * stacks deploys such a stack first, and what the program reads from it shows in its own plan.
 */
export function referenceNotes(steps: readonly EngineStep[]): string[] {
  const empty = steps.filter(({ op, type, new: side }) => op === "read" && type === reference && isEmpty(side));
  return empty.map(({ urn }) => `${nameOfUrn(urn)} has no outputs yet: what the program reads from it is undefined.`);
}

function isEmpty(side: EngineStep["new"]): boolean {
  const outputs = side?.outputs?.outputs;
  return isObject(outputs) && Object.keys(outputs).length === 0;
}

function texts(urn: string, changes: readonly Change[]): Missing[] {
  return changes.flatMap(({ path, new: now }) => {
    const text = placeholder.exec(JSON.stringify(now) ?? "")?.[0];
    return text === undefined ? [] : [{ urn, path, text }];
  });
}
