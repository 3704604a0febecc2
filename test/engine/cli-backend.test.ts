import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { CliBackend } from "../../provider/engine/backend/cli-backend.ts";
import { isUnreadable } from "../../provider/values/unreadable.ts";
import { time } from "../helpers/time.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-backend-"));
afterAll(() => rmSync(folder, { recursive: true }));

// The PATH contains no CLI: no command starts a process.
beforeEach(() => {
  vi.stubEnv("PATH", folder);
  vi.stubEnv("PULUMI_BACKEND_URL", "https://backend.example");
  return () => vi.unstubAllEnvs();
});

const urn = "urn:pulumi:prod::shop::x:y:Z::edge";

test.each(["stateOf", "runsOf"] as const)("%s says that it could not be read, and with which command", async (name) => {
  const answer = await new CliBackend()[name](urn);
  expect(isUnreadable(answer) && answer.text).toMatch(/^the stacks of the backend \(pulumi stack ls: /);
});

test.each([true, false])("other stacks are unknown without a list of stacks (isEarlier: %s)", async (isEarlier) => {
  const answer = await new CliBackend().otherStacks(urn, 0, { isEarlier });
  expect(isUnreadable(answer) && answer.text).toContain("pulumi stack ls");
});

test("a state of a stack that is named needs no list", async () => {
  const answer = await new CliBackend().stateNamed("prod");
  expect(isUnreadable(answer) && answer.text).toMatch(/^stack "prod" \(pulumi stack export: /);
});

test("the name of a stack in a self-managed backend is that of its resources", async () => {
  vi.stubEnv("PULUMI_BACKEND_URL", `file://${folder}`);
  const answer = await new CliBackend().stateOf(urn);
  expect(isUnreadable(answer) && answer.text).toMatch(/^stack "prod" \(pulumi stack export: /);
});

test("a missing CLI is not called again", async () => {
  const pauses = vi.spyOn(time, "setTimeout");
  await new CliBackend().stateNamed("prod");
  // The remaining timer is the timeout of a hanging command.
  expect(pauses.mock.calls.filter(([, ms]) => ms > 0 && ms < 10_000)).toEqual([]);
  pauses.mockRestore();
});
