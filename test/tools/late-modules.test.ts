import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withoutPreload } from "../helpers/environment.ts";

const sdk = createRequire(import.meta.url).resolve("@pulumi/pulumi");
const folder = mkdtempSync(join(tmpdir(), "late-modules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script that has the SDK as `pulumi`, and returns what it prints as JSON. */
function withSdk(script: string, env: NodeJS.ProcessEnv): unknown {
  const program = `const pulumi = require(${JSON.stringify(sdk)}); (async () => console.log(JSON.stringify(${script})))()`;
  return JSON.parse(
    execFileSync(process.execPath, ["-e", program], { cwd: folder, env, encoding: "utf8", stdio: "pipe" }),
  );
}

const late = ["@npmcli/arborist/lib/index.js", "typescript/lib/typescript.js", "@pulumi/pulumi/automation/index.js"];
const loaded = `${JSON.stringify(late)}.map((file) =>
  Object.keys(require.cache).some((path) => path.replaceAll("\\\\\\\\", "/").endsWith(file)))`;

test("the SDK loads Arborist, TypeScript and its Automation API in tests when it uses them, and at its start for users", () => {
  expect(withSdk(loaded, process.env)).toEqual([false, false, false]);
  expect(withSdk(loaded, withoutPreload())).toEqual([true, true, true]);
});

test("the SDK has the same Automation API in tests as it has for users", () => {
  const script =
    "[Object.keys(pulumi.automation), typeof pulumi.automation.LocalWorkspace.createStack, pulumi.automation.fullyQualifiedStackName('a', 'b', 'c')]";
  const inTests = withSdk(script, process.env);
  expect(inTests).toEqual([expect.arrayContaining(["LocalWorkspace", "Stack"]), "function", "a/b/c"]);
  expect(inTests).toEqual(withSdk(script, withoutPreload()));
});

test("the SDK serializes a closure and its packages in tests as it does for users", () => {
  writeFileSync(join(folder, "package.json"), '{ "name": "program", "version": "1.0.0" }');
  writeFileSync(join(folder, "data.json"), "{}");
  const script = `{
    text: (await pulumi.runtime.serializeFunction(() => 40 + 2)).text,
    paths: [...(await pulumi.runtime.computeCodePaths({ extraIncludePaths: ["./data.json"] })).keys()],
    loaded: ${loaded} }`;
  const inTests = withSdk(script, process.env);
  expect(inTests).toMatchObject({
    text: expect.stringContaining("40 + 2"),
    paths: ["data.json"],
    loaded: [true, true, false],
  });
  expect(inTests).toEqual({ ...Object(withSdk(script, withoutPreload())), loaded: [true, true, false] });
});

test("a program's process sets no flag of V8 in tests until a closure is serialized", () => {
  // As the SDK's program does at its start.
  const script = `(await (async () => {
    const isSet = () => { try { new Function("return %IsSmi(1)"); return true; } catch { return false; } };
    const program = require.resolve(${JSON.stringify(sdk)}).replace(/index\\.js$/, "cmd/run/index.js");
    const { createRequire } = require("node:module");
    await createRequire(program)("../../runtime/closure/v8Hooks").isInitializedAsync();
    const before = isSet();
    await pulumi.runtime.serializeFunction(() => 40 + 2);
    return [before, isSet()];
  })())`;
  expect(withSdk(script, process.env)).toEqual([false, true]);
  expect(withSdk(script, withoutPreload())).toEqual([true, true]);
});
