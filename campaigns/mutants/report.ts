import { textOrder } from "../../provider/values/text-order.ts";
import { equivalenceOf } from "./equivalent.ts";
import { rooms } from "./files.ts";
import type { Mutant } from "./operators.ts";

/** A mutant with its result. "gone" means that its line is no longer in the source. */
export interface Result extends Mutant {
  outcome: "killed" | "survived" | "not covered" | "gone";
  /** The first test that failed. */
  by: string | undefined;
  /** The tests that ran on the mutant. */
  ran?: string[] | undefined;
}

const isEquivalent = (one: Mutant) => equivalenceOf(one) !== undefined;

/** The results so far of a campaign with `count` mutants, as a page. */
export function reportOf(results: readonly Result[], count: number, seed: string): string {
  const rows = [...rooms, "all"].map((room) => {
    const own = results.filter(({ file }) => room === "all" || file.startsWith(`${room}/`));
    const countOf = (outcome: Result["outcome"]) =>
      own.filter((one) => one.outcome === outcome && !isEquivalent(one)).length;
    const tried = own.length - countOf("gone");
    const share = tried === 0 ? "" : `${Math.round((100 * countOf("killed")) / tried)} %`;
    const numbers = [
      countOf("killed"),
      countOf("survived"),
      countOf("not covered"),
      own.filter(isEquivalent).length,
      countOf("gone"),
    ];
    return `| ${room} | ${own.length} | ${numbers.join(" | ")} | ${share} |`;
  });
  const byCommands = results.filter(({ by }) => by !== undefined && /^test\/e2e\//.test(by)).length;
  const left = results.filter((one) => ["survived", "not covered"].includes(one.outcome) && !isEquivalent(one));
  const listed = left
    .toSorted((a, b) => textOrder(a.file, b.file) || a.line - b.line)
    .map(
      ({ outcome, ran = [], ...one }) => `${row(one)} ${outcome}${ran.length === 0 ? "" : ` ${ran.length} tests`} |`,
    );
  const unseen = results
    .filter(isEquivalent)
    .map((one) => `${row(one)} ${equivalenceOf(one) ?? ""} |`)
    .toSorted();
  return `# Mutants

\`npm run campaign -- mutants --count ${count} --seed ${seed}\`; ${results.length} of ${count} mutants so far. A survivor has been
shown to the tests that call its line, as far as the limits of processor time allow. Tests with the real CLI killed ${byCommands}.
The share counts equivalent mutants as not killed, and leaves out those whose line has changed since they were drawn.

| Room | Mutants | Killed | Survived | Not covered | Equivalent | Gone | Killed |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}

## Not killed
| Place | Source | Mutant | |
|---|---|---|---|
${listed.join("\n")}

## Equivalent
| Place | Source | Mutant | Why nothing can see it |
|---|---|---|---|
${unseen.join("\n")}
`;
}

function row({ file, line, original, replacement }: Mutant): string {
  return `| ${file}:${line} | ${cell(original)} | ${cell(replacement)} |`;
}

function cell(text: string): string {
  const line = text.replace(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("`", "'");
  return `\`${line.length > 80 ? `${line.slice(0, 77)}...` : line}\``;
}
