import { inOrderOf } from "../../schema/order.ts";
import type { AnyHandler } from "../handler/handler.ts";
import type { Compared } from "./diff.ts";

/** Returns what an update destroys, for users who decide by the preview. Undefined: nothing. */
export function lossesText(handler: AnyHandler, id: string, { declared, inputs, state }: Compared): string | undefined {
  const before = inOrderOf(handler.schema, declared, inputs);
  const losses = handler.losses?.({ declared: before, inputs, state }) ?? [];
  if (losses.length === 0) return undefined;
  return `This update of ${handler.noun} ${id} destroys ${losses.join("; ")}.`;
}
