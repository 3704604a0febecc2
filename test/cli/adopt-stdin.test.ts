import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { platformOf } from "../helpers/moved-platform.ts";
import { platform } from "../helpers/platform.ts";
import { runCommand } from "../helpers/run.ts";
import { commandLine } from "./command-line.ts";

/** `adopt --from -` reads the state that another command prints. */
const command = fileURLToPath(new URL("../../provider/cli/start.cjs", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "adopt-stdin-"));
afterAll(() => rm(folder, { recursive: true }));

// Real processes, because the subject is a pipe: 1 s of processor time each.
test.each([
  { state: "2.x/terraform.tfstate", printed: "terraform state pull", handover: "terraform state rm " },
  { state: "bridged-2.x/stack.json", printed: "pulumi stack export", handover: "pulumi state delete " },
])("what $printed prints is adopted from a pipe", async ({ state, handover }) => {
  const file = new URL(`../e2e/terraform/${state}`, import.meta.url);
  const { emulator } = await platformOf(new URL(".", file));
  const settings = { CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local" };
  const { code, output } = await runCommand(process.execPath, [command, "adopt", "--from", "-"], {
    cwd: await mkdtemp(join(folder, "pipe-")),
    env: { ...process.env, ...settings, CLOUDPLATFORM_EDGE_WORD: "fastedge" },
    input: await readFile(file, "utf8"),
  });
  expect(code, output).toBe(0);
  expect(output).toMatch(/^\d+ adopted, \d left where they are/m);
  expect(output).toContain(handover);
});

const emulator = await platform();
const inputOf = (text: string) => Readable.from([Buffer.from(text)]);

test.each([
  ["a terminal", Object.assign(inputOf(""), { isTTY: true }), "standard input is a terminal: pipe a state into it"],
  ["empty", inputOf(""), "standard input is empty: the command before the pipe has failed"],
  ["blank", inputOf("\n"), "standard input is empty"],
  ["a message", inputOf("Error: planted-4711"), "standard input is not JSON"],
  ["cut off", inputOf('{"version": 4, "serial": "planted-4711'), "ends in the middle of it"],
  ["other JSON", inputOf('{"planted": 4711}'), "standard input is no state: pass terraform.tfstate"],
])("standard input that is %s is refused with a fix, and its content is not printed", async (_, input, words) => {
  const { code, err } = await commandLine(emulator.url, ["adopt", "--from", "-"], { folder, input });
  expect(code).toBe(2);
  expect(err).toContain(words);
  expect(err).not.toContain("planted");
});

test("a state that Windows PowerShell has written to a file is read", async () => {
  const state = { version: 4, terraform_version: "1.12.6", serial: 3, lineage: "x", resources: [] };
  const file = join(folder, "terraform.tfstate");
  await writeFile(file, Buffer.from(`\ufeff${JSON.stringify(state)}`, "utf16le"));
  const { err } = await commandLine(emulator.url, ["adopt", "--from", file], { folder });
  expect(err).toContain("has nothing that can be adopted");
});
