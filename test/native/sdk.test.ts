import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import programs from "../../provider/pulumi/native/schema/examples/programs.json" with { type: "json" };
import schema from "../../provider/pulumi/native/schema.json" with { type: "json" };
import { structureHash } from "../../tools/sdk/structure-hash.mjs";

const sdk = fileURLToPath(new URL("../../sdk/", import.meta.url));
const read = (file: string) => readFileSync(`${sdk}${file}`, "utf8");

test("the SDKs are those of the schema; otherwise run npm run sdk", () => {
  const text = readFileSync(new URL("../../provider/pulumi/native/schema.json", import.meta.url), "utf8");
  expect(read("schema.sha256").trim()).toBe(structureHash(text));
});

test("each SDK has every resource and lookup", () => {
  const names = [...Object.keys(schema.resources), ...Object.keys(schema.functions)];
  for (const [, area = "", name = ""] of names.map((token) => token.split(":"))) {
    const lower = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
    const snake = lower.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(readdirSync(`${sdk}nodejs/${area}`)).toContain(`${lower}.ts`);
    expect(readdirSync(`${sdk}go/${area}`)).toContain(`${lower}.go`);
    expect(readdirSync(`${sdk}python/pulumi_cloudplatform/${area}`)).toContain(`${snake}.py`);
  }
});

test("the Node SDK, its example and those of the documentation have no type errors", () => {
  const file = `${sdk}examples/nodejs/tsconfig.json`;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, host);
  // Next to the example, from which the SDK can be resolved.
  const written = new Map(
    Object.entries(programs).map(([token, { typescript }]) => [
      `${sdk}examples/nodejs/${token.replaceAll(":", "-")}.ts`,
      typescript.replaceAll("@cloudplatform/pulumi-sdk", "../../nodejs/index.js"),
    ]),
  );
  const options = { ...parsed?.options, noEmit: true };
  const real = ts.createCompilerHost(options);
  const compiler: ts.CompilerHost = {
    ...real,
    fileExists: (name) => written.has(name) || real.fileExists(name),
    readFile: (name) => written.get(name) ?? real.readFile(name),
    getSourceFile: (name, version) => {
      const text = written.get(name);
      return text === undefined ? real.getSourceFile(name, version) : ts.createSourceFile(name, text, version);
    },
  };
  const program = ts.createProgram([...(parsed?.fileNames ?? []), ...written.keys()], options, compiler);
  expect(program.getSourceFiles().some(({ fileName }) => fileName.endsWith("/sdk/nodejs/kubernetes/cluster.ts"))).toBe(
    true,
  );
  const problems = ts.getPreEmitDiagnostics(program);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
});
