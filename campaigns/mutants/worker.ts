import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest, type TestModule, type TestSpecification } from "vitest/node";
import { mayNotice, sources } from "./files.ts";
import { loaded } from "./loaded.ts";
import type { Mutant } from "./operators.ts";

/** What the campaign asks of its worker: to run test files on a mutant until one fails, or all of them on marked sources. */
export type Order = { mutant: Mutant; tests: string[] } | { marks: true };

/** The tests that have failed, each with its file. */
export interface Answer {
  failed: { file: string; name: string }[];
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url));
const vitest = await createVitest("test", { root, config, watch: false });
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

process.on("message", async (order: Order) => {
  try {
    process.send?.(await answerTo(order));
  } catch (error) {
    process.send?.({ failed: [{ file: "", name: String(error) }] } satisfies Answer);
  }
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/** The sources that the last run has loaded with changes. */
let lastChanged: string[] = [];

/** A test file, from the root of the checkout. */
function nameOf(moduleId: string): string {
  return relative(root, moduleId).replaceAll("\\", "/");
}

async function answerTo(order: Order): Promise<Answer> {
  const isWanted = (file: string) => ("tests" in order ? order.tests.includes(file) : mayNotice(file));
  const wanted = specifications.filter(({ moduleId }) => isWanted(nameOf(moduleId)));
  if ("tests" in order) {
    const place = ({ moduleId }: TestSpecification) => order.tests.indexOf(nameOf(moduleId));
    wanted.sort((one, other) => place(one) - place(other));
  }
  loaded.marks = "marks" in order;
  loaded.mutant = "mutant" in order ? order.mutant : undefined;
  const changed = "mutant" in order ? [order.mutant.file] : sources();
  // What was changed in the last run is as it is on disk again.
  for (const file of [...lastChanged, ...changed]) vitest.invalidateFile(join(root, file));
  lastChanged = changed;
  vitest.config.bail = "mutant" in order ? 1 : 0;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
  // Vitest also returns the files of earlier runs.
  const ran = new Set(wanted.map(({ moduleId }) => moduleId));
  const failed = testModules.filter(({ moduleId }) => ran.has(moduleId)).flatMap(failures);
  return { failed: [...failed, ...unhandledErrors.map((error) => ({ file: "", name: String(error) }))] };
}

function failures(module: TestModule): Answer["failed"] {
  const file = nameOf(module.moduleId);
  const tests = [...module.children.allTests("failed")].map(({ fullName: name }) => ({ file, name }));
  return module.state() === "failed" && tests.length === 0 ? [{ file, name: "could not be loaded" }] : tests;
}
