import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
const secret = "pl4nt-in-a-response";
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  await stack.program(`
    await pulumi.log.debug("a message of the program");
    new cdn.RuleTemplate("one", { rule: pulumi.secret("/${secret}/"), ruleType: 0 });`);
});
afterAll(() => stack.remove());

/** Returns the event logs of all runs so far. */
function eventLogs(): string {
  const names = readdirSync(stack.folder).filter((name) => name.startsWith("events-"));
  return names.map((name) => readFileSync(join(stack.folder, name), "utf8")).join("\n");
}

test("the SDK's debug messages about its requests, with secrets in clear text, are in no event log unless enabled", async () => {
  const up = await stack.up("--debug");
  expect(up.code, up.output).toBe(0);
  expect(up.output).toContain("a message of the program");
  expect(up.output).not.toContain("resource:one");
  expect(eventLogs()).toContain("a message of the program");
  expect(eventLogs()).not.toContain(secret);

  stack.env.CLOUDPLATFORM_SDK_DEBUG = "true";
  const asked = await stack.up("--debug");
  // Not asserted: whether they contain the secret. The engine masks only secrets that it has seen by then.
  expect(asked.output).toContain("RegisterResource RPC finished: resource:one");
});
