import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { withoutPreload } from "../helpers/environment.ts";

const sdk = createRequire(import.meta.url).resolve("@pulumi/pulumi");
/** Inside the checkout, so that imports of a copy of the SDK resolve. */
const stacks = fileURLToPath(new URL("../.stacks/", import.meta.url));
mkdirSync(stacks, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "late-modules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Evaluates an expression in which `pulumi` is the SDK. Returns its value. */
function withSdk(script: string, env: NodeJS.ProcessEnv, file = sdk): unknown {
  const program = `const pulumi = require(${JSON.stringify(file)}); (async () => console.log(JSON.stringify(${script})))()`;
  return JSON.parse(
    execFileSync(process.execPath, ["-e", program], { cwd: folder, env, encoding: "utf8", stdio: "pipe" }),
  );
}

const late = ["@npmcli/arborist/lib/index.js", "typescript/lib/typescript.js", "@pulumi/pulumi/automation/index.js"];
const loaded = `${JSON.stringify(late)}.map((file) =>
  Object.keys(require.cache).some((path) => path.replaceAll("\\\\\\\\", "/").endsWith(file)))`;

test("the SDK loads Arborist, TypeScript and its Automation API when it uses them, and without the preload at its start", () => {
  expect(withSdk(loaded, process.env)).toEqual([false, false, false]);
  expect(withSdk(loaded, withoutPreload())).toEqual([true, true, true]);
});

test("the SDK has the same Automation API with the preload as without", () => {
  const script =
    "[Object.keys(pulumi.automation), typeof pulumi.automation.LocalWorkspace.createStack, pulumi.automation.fullyQualifiedStackName('a', 'b', 'c')]";
  const preloaded = withSdk(script, process.env);
  expect(preloaded).toEqual([expect.arrayContaining(["LocalWorkspace", "Stack"]), "function", "a/b/c"]);
  expect(preloaded).toEqual(withSdk(script, withoutPreload()));
});

test("the SDK serializes a closure and its packages with the preload as without", () => {
  writeFileSync(join(folder, "package.json"), '{ "name": "program", "version": "1.0.0" }');
  writeFileSync(join(folder, "data.json"), "{}");
  const script = `{
    text: (await pulumi.runtime.serializeFunction(() => 40 + 2)).text,
    paths: [...(await pulumi.runtime.computeCodePaths({ extraIncludePaths: ["./data.json"] })).keys()],
    loaded: ${loaded} }`;
  const preloaded = withSdk(script, process.env);
  expect(preloaded).toMatchObject({
    text: expect.stringContaining("40 + 2"),
    paths: ["data.json"],
    loaded: [true, true, false],
  });
  expect(preloaded).toEqual({ ...Object(withSdk(script, withoutPreload())), loaded: [true, true, false] });
});

test("the SDK reports the same error for a closure that cannot be serialized with the preload as without", () => {
  const script = `await pulumi.runtime.serializeFunction(((native) => () => native(1))(Math.max.bind(null)))
    .catch(({ message }) => message)`;
  const message = withSdk(script, process.env);
  expect(message).toContain("it was a native code function");
  expect(message).toBe(withSdk(script, withoutPreload()));
});

test("nothing is loaded late in an untested release of the SDK", () => {
  const files = join(mkdtempSync(join(stacks, "late-modules-")), "node_modules/@pulumi/pulumi");
  onTestFinished(() => rmSync(join(files, "../../.."), { recursive: true }));
  cpSync(dirname(sdk), files, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(files, "package.json"), "utf8"));
  const [major, minor] = manifest.version.split(".").map(Number);
  for (const version of [`${major}.${minor + 1}.0`, `${major}.199.0`, `${major + 1}.210.0`]) {
    writeFileSync(join(files, "package.json"), JSON.stringify({ ...manifest, version }));
    expect(withSdk(loaded, process.env, join(files, "index.js")), version).toEqual([true, true, true]);
  }
});

test("a program's process sets no flag of V8 with the preload until a closure is serialized", () => {
  // Starts as the SDK's program does.
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

test("stack traces name the installed files of the SDK, and the sources of all other files", () => {
  const map = { version: 3, sources: ["own.ts"], names: [], mappings: "AAMA" };
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}`;
  const own = join(folder, "own.js");
  writeFileSync(own, `module.exports = () => new Error("own").stack;\n//# sourceMappingURL=${url}\n`);
  const script = `(() => {
    const program = require.resolve(${JSON.stringify(sdk)}).replace(/index\\.js$/, "cmd/run/index.js");
    require("node:module").createRequire(program)("source-map-support/register");
    try { new pulumi.Config("a").require("b"); } catch ({ stack }) {
      return [/\\bown\\.ts:7\\b/.test(require(${JSON.stringify(own)})()), /\\bconfig\\.(js|ts):/.exec(stack)?.[1]];
    }
  })()`;
  expect(withSdk(script, process.env)).toEqual([true, "js"]);
  expect(withSdk(script, withoutPreload())).toEqual([true, "ts"]);
});
