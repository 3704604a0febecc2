import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Checkout } from "./checkout.ts";
import type { Called, CoveringTest } from "./coverage.ts";
import { withMarks } from "./coverage-marks.ts";
import { sources } from "./files.ts";
import { type Mutant, mutated } from "./operators.ts";
import type { Answer } from "./tests.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const preload = fileURLToPath(new URL("called-by-commands.cjs", import.meta.url));

/** Runs the tests with the real CLI on changed sources, in a copy of the checkout. */
export class Commands {
  readonly #checkout = new Checkout();

  /** Records which test files call which functions, in the format of `called.ts`. Returns the tests that fail without a mutant. */
  async cover(output: string): Promise<Answer> {
    const { folder } = this.#checkout;
    const draft = `${output}.draft`;
    rmSync(draft, { force: true });
    for (const file of sources()) this.#checkout.write(file, withMarks(file, readFileSync(join(folder, file), "utf8")));
    await this.#buildPack();
    const options = [process.env.NODE_OPTIONS, `--require ${JSON.stringify(preload)}`].filter(Boolean).join(" ");
    const answer = await this.#run([], { MUTANTS_CALLED: draft, NODE_OPTIONS: options });
    for (const file of sources()) this.#checkout.restore(file);
    const seconds = this.#seconds();
    const called = new Map<string, Called["called"]>();
    for (const line of new Set(readFileSync(draft, "utf8").trim().split("\n"))) {
      const [test, source, block] = JSON.parse(line) as [string, string, number];
      const file = relative(folder, test).replaceAll("\\", "/");
      const blocks = called.get(file) ?? {};
      blocks[source] = [...(blocks[source] ?? []), block];
      called.set(file, blocks);
    }
    const failing = new Set(answer.failed.map(({ file }) => file));
    const lines = [...called]
      .filter(([test]) => !failing.has(test))
      .map(([test, all]) => JSON.stringify({ test: join(root, test), seconds: seconds.get(test) ?? 0, called: all }));
    writeFileSync(draft, lines.join("\n"));
    renameSync(draft, output);
    return answer;
  }

  /** Runs test files on a mutant until one fails. */
  async run(mutant: Mutant, tests: readonly CoveringTest[]): Promise<Answer> {
    const { folder } = this.#checkout;
    this.#checkout.write(mutant.file, mutated(readFileSync(join(folder, mutant.file), "utf8"), mutant));
    try {
      await this.#buildPack();
      return await this.#run(["--bail", "1", ...tests.map(({ file }) => file)], {});
    } finally {
      this.#checkout.restore(mutant.file);
    }
  }

  remove(): void {
    this.#checkout.remove();
  }

  /** Rebuilds the policy pack, because tests run its committed bundle, which contains parts of the provider. */
  #buildPack(): Promise<void> {
    return this.#node(["policies/build/main.ts"], {});
  }

  async #run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Answer> {
    const report = join(this.#checkout.folder, "node_modules/.cache/report.json");
    rmSync(report, { force: true });
    const reporters = ["json", "./test/helpers/processor-time-reporter.ts"].map((name) => `--reporter=${name}`);
    const vitest = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "cli",
      ...reporters,
      `--outputFile.json=${report}`,
    ];
    await this.#node([...vitest, ...args], env);
    if (!existsSync(report)) return { failed: [{ file: "", name: "could not be run" }] };
    return { failed: failuresIn(readFileSync(report, "utf8"), this.#checkout.folder) };
  }

  #node(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
    const { folder } = this.#checkout;
    const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore", env: { ...process.env, ...env } });
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => resolve());
    });
  }

  /** Processor time of each test file in the last complete run. */
  #seconds(): Map<string, number> {
    const table = join(this.#checkout.folder, "node_modules/.cache/processor-time/test.txt");
    const rows = readFileSync(table, "utf8").matchAll(/^ *([\d.]+) {2}(test\/.*)$/gm);
    return new Map([...rows].map(([, seconds, file = ""]) => [file, Number(seconds)]));
  }
}

/** The failures in a report of Vitest's JSON reporter. */
function failuresIn(report: string, folder: string): Answer["failed"] {
  const { testResults } = JSON.parse(report) as {
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(folder, name).replaceAll("\\", "/");
    const failed = assertionResults
      .filter((one) => one.status === "failed")
      .map(({ fullName }) => ({ file, name: fullName }));
    return failed.length === 0 && status === "failed" ? [{ file, name: "could not be run" }] : failed;
  });
}
