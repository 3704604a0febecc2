import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { keyOf, type Mutant } from "./operators.ts";
import { type Result, reportOf } from "./report.ts";

/** The results of the mutants so far. A stopped campaign continues with them. */
export class Results {
  readonly #file: string;
  readonly #mutants: readonly Mutant[];
  readonly #seed: string;
  readonly #known: Map<string, Result>;

  constructor(file: string, mutants: readonly Mutant[], seed: string) {
    this.#file = file;
    this.#mutants = mutants;
    this.#seed = seed;
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter(Boolean) : [];
    this.#known = new Map(lines.map((line) => JSON.parse(line) as Result).map((one) => [keyOf(one), one]));
  }

  of(mutant: Mutant): Result | undefined {
    return this.#known.get(keyOf(mutant));
  }

  /** Stores a result, and writes the report of all results. */
  add(result: Result): void {
    this.#known.set(keyOf(result), result);
    mkdirSync(dirname(this.#file), { recursive: true });
    appendFileSync(this.#file, `${JSON.stringify(result)}\n`);
    this.report();
    const { outcome, file, line, original, replacement } = result;
    const [index, count] = [this.#mutants.findIndex((one) => keyOf(one) === keyOf(result)) + 1, this.#mutants.length];
    console.log(`[${index}/${count}] ${outcome} ${file}:${line} ${original} → ${replacement}`);
  }

  report(): void {
    const folder = new URL("results/", import.meta.url);
    mkdirSync(folder, { recursive: true });
    const known = this.#mutants.flatMap((one) => this.of(one) ?? []);
    writeFileSync(new URL("last.md", folder), reportOf(known, this.#mutants.length, this.#seed));
  }
}
