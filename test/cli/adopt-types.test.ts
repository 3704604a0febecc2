import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { openEditor } from "../generate/editor.ts";
import { platformOf } from "../helpers/moved-platform.ts";
import { commandLine } from "./command-line.ts";

/** Compiles the programs that `adopt --from` writes. test/e2e/adopt-from.ts runs them. */
const folder = await mkdtemp(join(tmpdir(), "adopt-types-"));
await writeFile(join(folder, "package.json"), "{}");
afterAll(() => rm(folder, { recursive: true }));
/**
 * Compiler options of the older template of `pulumi new typescript`, the strictest ones. All states together take 4 s of
 * processor time. test/e2e/adopt-from.ts runs the programs in a project of ES modules.
 */
const editor = openEditor({
  ...{ module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ...{ allowImportingTsExtensions: false, verbatimModuleSyntax: false, noImplicitReturns: true },
});
const states = {
  ...{ "0.x": "terraform.tfstate", "2.x": "terraform.tfstate" },
  ...{ "bridged-0.x": "stack.json", "bridged-2.x": "stack.json" },
};

async function adopt(state: string, file: string): Promise<string> {
  const from = new URL(`../e2e/terraform/${state}/`, import.meta.url);
  const { emulator } = await platformOf(from);
  const out = join(folder, state);
  const ran = await commandLine(emulator.url, ["adopt", "--from", fileURLToPath(new URL(file, from)), "--out", out], {
    ...{ folder, environment: { CLOUDPLATFORM_EDGE_WORD: "fastedge" } },
  });
  expect(ran, ran.err).toMatchObject({ code: 0 });
  return out;
}

test.each(Object.entries(states))("the program of %s/%s compiles in a project of CommonJS", async (state, file) => {
  const out = await adopt(state, file);
  const names = (await readdir(out)).filter((name) => name.endsWith(".ts"));
  // Neither the file name nor the class name repeats the name of the outer component.
  expect(names.sort()).toEqual(["index.ts", "shop-eu-inner.ts", "shop-eu.ts", "shop-us-inner.ts", "shop-us.ts"]);
  const texts = await Promise.all(names.map((name) => readFile(join(out, name), "utf8")));
  expect(texts[0]).toContain('import { ShopEu } from "./shop-eu";');
  expect(texts[2]).toContain('import { ShopEuInner } from "./shop-eu-inner";');
  const written = names.map((name, index) => editor.write(`examples/adopted-${state}/${name}`, texts[index] ?? ""));
  expect(written.flatMap((path) => editor.problems(path))).toEqual([]);
});
