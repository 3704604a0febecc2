import { textOrder } from "../../values/text-order.ts";
import { isObject } from "./engine-values.ts";
import type { EngineStep } from "./events.ts";
import type { Change, Missing, Operation } from "./schema.ts";

/** What languages write into a text where the program has no value, or has one that is no text. */
const placeholder =
  /\bundefined\b|\[object \w+\]|Calling \[toString\] on an \[Output<T>\]|Calling __str__ on an Output\[T\]/;

const reference = "pulumi:pulumi:StackReference";

/**
 * Values that the program seems not to have. The engine accepts them: an output that a referenced stack does not have is
 * `undefined`, and `/x/undefined/.*` is a valid rule.
 */
export function missingOf(
  steps: readonly EngineStep[],
  { operations, outputs }: { operations: readonly Operation[]; outputs: readonly Change[] },
): Missing[] {
  const isChange = operations.some(({ operation }) => operation !== "read") || outputs.length > 0;
  const references = steps.filter(({ op, type, new: side }) => op === "read" && type === reference && isEmpty(side));
  const found = [
    ...(isChange ? references : []).map(({ urn }) => ({ urn, path: "outputs" })),
    ...operations.flatMap(({ urn, changes }) => texts(urn, changes)),
    ...texts("", outputs),
  ];
  return found.sort((a, b) => textOrder(`${a.urn} ${a.path}`, `${b.urn} ${b.path}`));
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
