import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { errorTable, retiredCodes } from "@cloudplatform/pulumi/errors";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../provider/cli/program.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tables = globSync("provider/errors/*.ts", { cwd: root }).sort();

/** Codes as the sources define them, duplicates included: an object keeps only one of two equal keys. */
const defined = tables.flatMap((file) =>
  [...readFileSync(`${root}${file}`, "utf8").matchAll(/^ {2}(CP\d{4}): \{/gm)].map(([, code = ""]) => code),
);
const codes = Object.keys(errorTable);
const retired = Object.keys(retiredCodes);

const sources = globSync("{provider,policies,emulator,tools}/**/*.{ts,mjs}", {
  cwd: root,
  exclude: ["**/node_modules/**", "policies/dist/**", "provider/errors/**", "tools/sdk/**"],
});
const used = new Set(sources.flatMap((file) => readFileSync(`${root}${file}`, "utf8").match(/\bCP\d{4}\b/g) ?? []));

test("no code is defined twice, and no retired code is reused", () => {
  expect(defined.filter((code, index) => defined.indexOf(code) !== index)).toEqual([]);
  expect(new Set(defined.concat("CP9001"))).toEqual(new Set(codes));
  expect(codes.filter((code) => retired.includes(code))).toEqual([]);
});

test("numbers have no gap, so that a removed code is a retired one", () => {
  const all = new Set([...codes, ...retired]);
  const missing = [...all].filter((code) => {
    const number = Number(code.slice(2));
    return number % 100 !== 1 && !all.has(`CP${number - 1}`);
  });
  expect(missing).toEqual([]);
});

test("every code of the tables occurs in a source, and every code of a source in the tables", () => {
  expect(codes.filter((code) => !used.has(code))).toEqual([]);
  expect([...used].filter((code) => !codes.includes(code))).toEqual([]);
});

/** Errors that users never see, with the reason. */
const internal: Readonly<Record<string, string>> = {
  NotFoundError: "only an engine with another schema asks for what the plugin does not have",
  ConflictError: "has the OperationError that users read",
  EngineError: "has the text of another error with its code",
  RehearsalEnd: "is caught: a rehearsed creation has come to where it would send something",
  ResourceInitError: "has the text of a PartialFailureError",
  PartialStateError: "carries that text to the transports",
  InitFailedError: "carries that text over gRPC",
  UnsupportedError: "is caught: no verdict on a pattern",
  PlatformError: "of the emulator: the body of a response, in the form of the platform",
  FileExistsError: "is caught: the record of a creation says with a code that another run has it",
  LeftAlone: "is caught: a deletion leaves a threshold as it is, and warns",
  Outdated: "is caught: an update that is repeated is sent with what the object has now",
  NotApplicable: "is caught: a policy of a test is about another type of resource",
  Stopped: "is caught: what stopped a deployment of the testing kit is among its problems",
  InitError: "carries the text of a PartialFailureError to the kit's model of the engine",
  DeployError: "has the texts of the errors that stopped a deployment of the testing kit, with their codes",
  DirectoryInUse: "writes its code in its text",
  DirectoryUnusable: "writes its code in its text",
};

describe("every class of errors has a code:", () => {
  const classes = sources.flatMap((file) =>
    [...readFileSync(`${root}${file}`, "utf8").matchAll(/class (\w+) extends (\w*Error)\b([\s\S]*?)\n\}/g)].map(
      ([, name = "", parent = "", body = ""]) => ({ file, name, parent, body }),
    ),
  );
  const coded = (name: string): boolean =>
    classes.some((one) => one.name === name && (one.body.includes("codedText(") || coded(one.parent)));

  test.each(classes.map(({ name, file }) => [name, file]))("%s in %s", (name, file) => {
    const isInstaller = file.startsWith("tools/") && readFileSync(`${root}${file}`, "utf8").includes("[CP7");
    expect(coded(name) || name in internal || isInstaller).toBe(true);
  });
});

test("the command explain prints cause and remedy of a code, in any spelling", async () => {
  const texts: string[] = [];
  const terminal = {
    ...{ out: (text: string) => void texts.push(text), err: (text: string) => void texts.push(text) },
    ...{ isInteractive: false, environment: {}, signal: new AbortController().signal },
  };
  expect(await runCommandLine(["explain", "[cp1103]"], terminal)).toBe(0);
  expect(texts.join("")).toContain(errorTable.CP1103.remedy);
  expect(await runCommandLine(["explain", "CP0000"], terminal)).toBe(2);
  expect(texts.at(-1)).toMatch(/is not an error code.*\[CP3001\]\n$/);
});
