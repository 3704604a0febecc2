import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { commandLine } from "./command-line.ts";

const emulator = await platform({ apiKey: "key-of-the-stack" });
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, secretsProvider: "passphrase" });
  await stack.configure({ "cloudplatform:baseUrl": emulator.url }, { "cloudplatform:apiKey": "key-of-the-stack" });
  await mkdir(join(stack.folder, "below"));
});
afterAll(() => stack.remove());

/** Runs a command in a subfolder of the stack's project. Empty environment variables count as unset. */
function run(args: string, environment: Record<string, string> = {}) {
  const own = { CLOUDPLATFORM_BASE_URL: "", CLOUDPLATFORM_API_KEY: "", ...environment };
  const all = { ...(stack.env as Record<string, string>), ...own };
  return commandLine(emulator.url, args.split(" "), { environment: all, folder: join(stack.folder, "below") });
}

test("a command has the same settings as the program of the selected stack", async () => {
  const { code, out, err } = await run("edge templates");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("HTTP hello");
  // Settings that only the environment has are added to the stack's. If both have a setting, the stack's value is used.
  const other = await run("edge apps", { CLOUDPLATFORM_API_KEY: "key-of-the-environment" });
  expect([other.code, other.err]).toEqual([0, ""]);
});

test("a command with --cwd has the settings of that project's stack", async () => {
  const environment = {
    ...(stack.env as Record<string, string>),
    CLOUDPLATFORM_BASE_URL: "",
    CLOUDPLATFORM_API_KEY: "",
  };
  const args = ["cdn", "match", "/a", "--live", "--cwd", stack.folder];
  const { code, err } = await commandLine(emulator.url, args, { environment, folder: tmpdir() });
  expect([code, err]).toEqual([0, ""]);
});

test("an environment with base URL and API key is used as it is, without the stack", async () => {
  emulator.platform.requests.clear();
  const environment = { CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "another-key", PATH: "/nowhere" };
  const { code, err } = await run("edge apps", environment);
  expect([code, err]).toEqual([1, expect.stringContaining("answered 401")]);
  expect(emulator.platform.requests.list({})).toHaveLength(1);
  const unnamed = await run("kubernetes flavors", environment);
  expect([unnamed.code, unnamed.err]).toEqual([2, expect.stringContaining("--project-id is required")]);
});

test.each([
  ["a passphrase that is wrong", { PULUMI_CONFIG_PASSPHRASE: "wrong" }, "incorrect passphrase"],
  ["no Pulumi CLI on PATH", { PATH: "/nowhere" }, "Pulumi CLI could not be started"],
])("%s is named beside the setting that is missing", async (_, environment, reason) => {
  const { code, err } = await run("edge apps", environment);
  expect(code).toBe(2);
  expect(err).toContain("The platform's base URL is not set.");
  expect(err).toContain("The configuration of the stack could not be read:");
  expect(err).toContain(reason);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});
