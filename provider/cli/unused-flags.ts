import type { Command } from "commander";
import { UsageError } from "./exit-codes.ts";

/** Refuses options that the others leave without effect: a user who passes one expects an effect. `rule` ends the sentence. */
export function refuseUnused(target: Command, names: readonly string[], rule: string): void {
  const unused = target.options.filter(
    (one) => names.includes(one.attributeName()) && target.getOptionValueSource(one.attributeName()) === "cli",
  );
  if (unused.length === 0) return;
  throw new UsageError(`${unused.map(({ long }) => long).join(" and ")} cannot be ${rule}.`, "CP3001");
}
