import { writeFileSync } from "node:fs";
import { batchProgress, processOutput } from "../../provider/cli/progress.ts";
import type { Checked } from "./lanes.ts";

/** Prints the progress of a campaign, and each error as soon as it is known. */
export class Progress<Outcome extends Checked> {
  readonly outcomes: Outcome[] = [];
  readonly #began = performance.now();
  readonly #name: string;
  readonly #total: number;
  readonly #progress: ReturnType<typeof batchProgress>;

  constructor(name: string, total: number) {
    this.#name = name;
    this.#total = total;
    // Without a terminal, the lines below are printed instead.
    const err = processOutput.isInteractive ? processOutput.err : () => undefined;
    this.#progress = batchProgress(name, total, { ...processOutput, err });
  }

  add(outcome: Outcome): void {
    this.outcomes.push(outcome);
    if (outcome.wrong.length > 0) process.stderr.write(`${text(outcome)}\n`);
    const { wrong, commands, commandsPerSecond } = this.figures();
    const done = this.outcomes.length;
    const facts = `${this.#name}, ${wrong} with violations, ${commands} commands, ${commandsPerSecond} a second`;
    this.#progress.add(1);
    if (done === this.#total) this.#progress.end();
    if (done % 5 === 0 || done === this.#total) console.log(`${done} of ${this.#total} ${facts}`);
  }

  figures() {
    const seconds = Math.max(0.001, (performance.now() - this.#began) / 1000);
    const commands = this.outcomes.reduce((sum, outcome) => sum + outcome.commands, 0);
    return {
      wrong: this.outcomes.filter((outcome) => outcome.wrong.length > 0).length,
      commands,
      minutes: Math.round(seconds / 6) / 10,
      commandsPerSecond: Math.round((commands / seconds) * 100) / 100,
    };
  }
}

function text(outcome: Checked): string {
  return JSON.stringify(outcome, null, 1).replaceAll("\\n", "\n");
}

export function sumOf(records: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const record of records)
    for (const [name, count] of Object.entries(record)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** Counts violations by their kind, which is the text before the colon: `TAKEN OVER`. */
export function byKind(outcomes: readonly Checked[]): Record<string, number> {
  return sumOf(outcomes.flatMap(({ wrong }) => wrong.map((one) => ({ [one.split(":")[0] ?? ""]: 1 }))));
}

export function writeResult(file: URL, result: object): void {
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}
