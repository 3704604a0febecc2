import { execFile } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutPreload } from "../helpers/environment.ts";
import { type Installed, installPacked } from "../helpers/installed.ts";

// Real processes, because each test runner loads modules in its own way. Jest comes from the registry.

const run = promisify(execFile);
let installed: Installed;

beforeAll(async () => {
  installed = await installPacked({ packages: ["pulumi", "emulator"] });
});

afterAll(() => installed.remove());

const isEsm = (type: string) => type === "module";

const load = (type: string, names: string, from: string) =>
  isEsm(type) ? `import { ${names} } from "${from}";` : `const { ${names} } = require("${from}");`;

const program = (type: string) => `
${load(type, "cdn", "@cloudplatform/pulumi")}
${load(type, "Config", "@pulumi/pulumi")}
const images = new cdn.RuleTemplate("images", { name: "images", rule: "images/.*", ruleType: 0, weight: new Config().getNumber("weight") });
${isEsm(type) ? "export const weight = images.weight;" : "exports.weight = images.weight;"}
`;

const testFile = (type: string, runner: string) => `
${runner === "" ? load(type, "test", "node:test") : runner === "vitest" ? load("module", "test", "vitest") : ""}
${load(type, "strict: assert", "node:assert").replace("strict: assert", isEsm(type) ? "strict as assert" : "strict: assert")}
${load(type, "cdn", "@cloudplatform/pulumi")}
${load(type, "deploy", "@cloudplatform/pulumi/testing")}
const program = () => ${isEsm(type) ? 'import("./program.js")' : 'require("./program.js")'};
test("modules run once more, functions run, and mistakes are refused", async () => {
  const first = await deploy(program, { config: { weight: 5 } });
  assert.equal(first.resource("images").outputs.rule, "/images/.*");
  const next = await first.deploy(program, { config: { weight: 6 } });
  assert.deepEqual(next.changes.map(({ kind }) => kind), ["update"]);
  assert.equal(next.outputs.weight, 6);
  const one = await deploy(() => { new cdn.RuleTemplate("one", { rule: "/one", ruleType: 0 }); });
  assert.equal(one.changes.length, 1);
  await assert.rejects(deploy(() => { new cdn.RuleTemplate("bad", { rule: "/bad", ruleType: 0, weight: 0 }); }), /weight value/);
});
`;

/** @param syntax Module syntax of the files. Vitest compiles both. */
const project = (name: string, type: string, runner: string, syntax = type) =>
  installed.project(name, {
    "package.json": JSON.stringify({ type }),
    "program.js": program(syntax),
    "a.test.js": testFile(syntax, runner),
    "b.test.js": testFile(syntax, runner),
  });

test.each(["module", "commonjs"])("Node's runner runs the kit in a project of type %s", async (type) => {
  const folder = project(`node-${type}`, type, "");
  const args = ["--test", "--test-reporter=spec", "a.test.js", "b.test.js"];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env: withoutPreload() });
  expect(stdout).toMatch(/pass 2\b/);
});

test.each([
  ["module", []],
  // All files share one process.
  ["commonjs", ["--no-isolate"]],
])("Vitest runs the kit in a project of type %s %j", async (type, args) => {
  const folder = project(`vitest-${type}`, type, "vitest", "module");
  const vitest = join(installed.folder, "node_modules/vitest/vitest.mjs");
  const given = [vitest, "run", "--testTimeout=60000", "--root", folder, ...args];
  const { stdout } = await run(process.execPath, given, { cwd: folder, env: withoutPreload() });
  expect(stdout).toMatch(/2 passed/);
});

test.each(["module", "commonjs"])("Jest runs the kit in a project of type %s", async (type) => {
  const folder = project(`jest-${type}`, type, "jest");
  await installJest();
  const args = [
    ...(isEsm(type) ? ["--experimental-vm-modules"] : []),
    join(jest, "node_modules/jest/bin/jest.js"),
    "--rootDir",
    folder,
    "--testTimeout=300000",
  ];
  const { stderr } = await run(process.execPath, args, { cwd: folder, env: withoutPreload() });
  expect(stderr).toMatch(/Tests: +2 passed/);
});

test("the kit names the package to install if the emulator is missing", async () => {
  const folder = installed.project("missing", {
    "program.cjs":
      'require("@cloudplatform/pulumi/testing").deploy(() => {}).catch(({ message }) => console.log(message));',
  });
  const emulator = join(installed.folder, "node_modules/@cloudplatform/emulator");
  renameSync(emulator, `${emulator}-away`);
  try {
    const { stdout } = await run(process.execPath, ["program.cjs"], { cwd: folder, env: withoutPreload() });
    expect(stdout).toContain("npm install --save-dev @cloudplatform/emulator");
  } finally {
    renameSync(`${emulator}-away`, emulator);
  }
});

const jest = mkdtempSync(join(tmpdir(), "jest-"));
afterAll(() => rmSync(jest, { recursive: true, force: true }));
let jestIsInstalled: Promise<unknown> | undefined;

function installJest(): Promise<unknown> {
  jestIsInstalled ??= run("npm", ["install", "--no-audit", "--no-fund", "--prefix", jest, "jest@30"], { cwd: jest });
  return jestIsInstalled;
}
