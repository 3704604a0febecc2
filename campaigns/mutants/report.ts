import { rooms } from "./files.ts";
import type { Mutant } from "./operators.ts";

/** A mutant with what became of it. */
export interface Result extends Mutant {
  outcome: "killed" | "survived" | "not covered";
  /** The first test that has failed. */
  by: string | undefined;
  /** The test files that it was shown to. */
  ran?: string[] | undefined;
}

/** The results so far of a campaign with so many mutants, as a page. */
export function reportOf(results: readonly Result[], count: number, seed: string): string {
  const rows = [...rooms, "all"].map((room) => {
    const own = results.filter(({ file }) => room === "all" || file.startsWith(`${room}/`));
    const of = (outcome: Result["outcome"]) => own.filter((one) => one.outcome === outcome).length;
    const share = own.length === 0 ? "" : `${Math.round((100 * of("killed")) / own.length)} %`;
    return `| ${room} | ${own.length} | ${of("killed")} | ${of("survived")} | ${of("not covered")} | ${share} |`;
  });
  const left = results.filter(({ outcome }) => outcome !== "killed");
  const lines = left.map(
    ({ file, line, original, replacement, outcome, ran = [] }) =>
      `| ${file}:${line} | ${cell(original)} | ${cell(replacement)} | ${outcome}${ran.length === 0 ? "" : ` ${ran.length} test files`} |`,
  );
  return `# Mutants

\`npm run campaign -- mutants --count ${count} --seed ${seed}\`; ${results.length} of ${count} mutants so far. A survivor has been
shown to the tests that call its function, in this process and with the real CLI, as far as the limits of processor time allow.

| Room | Mutants | Killed | Survived | Not covered | Killed |
|---|---|---|---|---|---|
${rows.join("\n")}

## Not killed
| Place | Source | Mutant | |
|---|---|---|---|
${lines.join("\n")}
`;
}

function cell(text: string): string {
  const line = text.replace(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("`", "'");
  return `\`${line.length > 80 ? `${line.slice(0, 77)}...` : line}\``;
}
