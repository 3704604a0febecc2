import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest, type TestModule, type TestSpecification, type Vitest } from "vitest/node";
import type { CoveringTest } from "./coverage.ts";
import { sources } from "./files.ts";
import { watchHang } from "./hang.ts";
import { endKeptProcess, keptPool, keptProcess } from "./kept-worker.ts";
import { loaded } from "./loaded.ts";
import type { Mutant } from "./operators.ts";

/** The tests that failed, each with its file. `file` is empty for failures between the tests. */
export interface Answer {
  failed: { file: string; name: string; id?: string | undefined }[];
  /** Whether the tests did not end and were therefore killed. */
  hangs?: boolean;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url));

/** After this number of mutants a new process is started, because what mutants leave behind accumulates. */
const maximumRuns = 60;

/** Processor time that a new process may need before its first test. */
const startSeconds = 12;

/** The path of a file, relative to the root of the checkout. */
function nameOf(moduleId: string): string {
  return relative(root, moduleId).replaceAll("\\", "/");
}

/** The tests in one kept process, on changed sources. */
export class Tests {
  readonly #vitest: Vitest;
  readonly #specifications: readonly TestSpecification[];
  /** The sources that the last run loaded with changes. */
  #lastChanged: string[] = [];
  #lastMutant: Mutant | undefined;
  /** Changed sources that the kept process must still reload. They accumulate while tests with a separate process run. */
  readonly #untold = new Set<string>();
  /** Runs in the process of the last one. */
  #runsHere = 0;

  private constructor(vitest: Vitest, specifications: readonly TestSpecification[]) {
    this.#vitest = vitest;
    this.#specifications = specifications;
  }

  static async open(): Promise<Tests> {
    const vitest = await createVitest("test", { root, config, watch: false });
    await vitest.standalone();
    return new Tests(vitest, await vitest.globTestSpecifications());
  }

  /** Whether the tests of a file run in this process. */
  has(file: string): boolean {
    return this.#specifications.some(({ moduleId }) => nameOf(moduleId) === file);
  }

  /** Runs the tests of some files on sources with marks, and writes the called blocks to a file. */
  async mark(output: string, isWanted: (file: string) => boolean): Promise<Answer> {
    process.env.MUTANTS_CALLED = output;
    endKeptProcess();
    loaded.marks = true;
    const wanted = this.#specifications.filter(({ moduleId }) => isWanted(nameOf(moduleId)));
    const answer = await this.#run(wanted, sources());
    loaded.marks = false;
    delete process.env.MUTANTS_CALLED;
    this.restart();
    return answer;
  }

  /** Runs tests on a mutant until one fails, or on the unchanged sources. */
  async run(tests: readonly CoveringTest[], mutant: Mutant | undefined): Promise<Answer> {
    if (this.#runsHere >= maximumRuns) endKeptProcess();
    this.#runsHere = keptProcess() === undefined ? 1 : this.#runsHere + 1;
    loaded.mutant = mutant;
    const files = [...new Set(tests.map(({ file }) => file))];
    const wanted = files.flatMap((file) => {
      const specification = this.#specifications.find(({ moduleId }) => nameOf(moduleId) === file);
      const testIds = tests.flatMap((test) => (test.file === file ? (test.id ?? []) : []));
      return specification?.project.createSpecification(specification.moduleId, { testIds }) ?? [];
    });
    let answer: Answer = { failed: [] };
    const maximumSeconds = startSeconds + wanted.length + 10 * tests.reduce((sum, { seconds }) => sum + seconds, 0);
    for (const one of wanted) {
      answer = await this.#run([one], mutant === undefined ? [] : [mutant.file], maximumSeconds);
      if (answer.failed.length > 0 || answer.hangs) break;
    }
    return answer;
  }

  /** Whether the last run has started the process. */
  get isNew(): boolean {
    return this.#runsHere === 1;
  }

  /** Makes the next run start a new process. */
  restart(): void {
    endKeptProcess();
  }

  async close(): Promise<void> {
    endKeptProcess();
    await this.#vitest.close();
  }

  async #run(
    wanted: TestSpecification[],
    changed: string[],
    maximumSeconds = Number.POSITIVE_INFINITY,
  ): Promise<Answer> {
    // The sources that the last run changed are now as on disk again.
    if (changed.join() !== this.#lastChanged.join() || loaded.mutant !== this.#lastMutant)
      for (const file of new Set([...this.#lastChanged, ...changed])) {
        this.#vitest.invalidateFile(join(root, file));
        this.#untold.add(join(root, file));
      }
    if (wanted.some(({ pool }) => pool === keptPool.name)) {
      for (const file of this.#untold) this.#vitest.watcher.invalidates.add(file);
      this.#untold.clear();
    }
    this.#lastChanged = changed;
    this.#lastMutant = loaded.mutant;
    let hangs = false;
    const unwatch = watchHang(keptProcess, maximumSeconds, () => {
      hangs = true;
      endKeptProcess();
    });
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(wanted).finally(unwatch);
    // Vitest also returns the files of earlier runs.
    const ran = new Set(wanted.map(({ moduleId }) => moduleId));
    const own = testModules.filter(({ moduleId }) => ran.has(moduleId));
    const errors = unhandledErrors.map((error) => ({ file: "", name: messageOf(error) }));
    const failed = [...own.flatMap(failures), ...errors];
    // If the process died, the tests that did not run have not passed.
    const isWhole = failed.length > 0 || own.every((one) => one.state() === "passed" || one.state() === "skipped");
    return { failed, hangs: hangs || !isWhole };
  }
}

/** An error from another process may have no `toString`. */
function messageOf(error: unknown): string {
  const isError = error !== null && typeof error === "object" && "message" in error;
  return isError ? String(error.message) : JSON.stringify(error);
}

function failures(module: TestModule): Answer["failed"] {
  const file = nameOf(module.moduleId);
  const tests = [...module.children.allTests("failed")].map(({ fullName: name, id }) => ({ file, name, id }));
  return module.state() === "failed" && tests.length === 0 ? [{ file, name: "could not be loaded" }] : tests;
}
