/** The rules of the pack: the platform's limits and clashes as tables, and one file for each rule with its own logic. */
import { groups, type Rule } from "../engine/rule.ts";
import * as files from "./all.ts";

const all = Object.values<Rule | readonly Rule[]>(files).flat();

/** All rules, in the order of the table of rules. */
export const rules: readonly Rule[] = groups.flatMap((group) =>
  all.filter((rule) => rule.group === group).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
);
