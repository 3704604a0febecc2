import { mkdtempSync, rmdirSync } from "node:fs";
import { mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Finding } from "../../provider/cli/doctor/finding.ts";
import { clockFinding } from "../../provider/cli/doctor/platform.ts";
import { proxyFinding } from "../../provider/cli/doctor/proxy.ts";
import { nodeFinding } from "../../provider/cli/doctor/tools.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { commandLine } from "./command-line.ts";

const emulator = await platform({ apiKey: "key-of-doctor" });
/** A folder that was removed. */
const missing = mkdtempSync(join(tmpdir(), "missing-"));
rmdirSync(missing);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, apiKey: "key-of-doctor" });
  await stack.config("cloudplatform:projectId", "1");
});
afterAll(() => stack.remove());

/** Runs `doctor` on the test's stack. `environment` overrides the stack's environment. */
function doctor(environment: Record<string, string | undefined> = {}, ...args: string[]) {
  const own = { ...stack.env, CLOUDPLATFORM_API_KEY: "key-of-doctor", ...environment } as Record<string, string>;
  return commandLine(emulator.url, ["doctor", "--cwd", stack.folder, ...args], { environment: own });
}

test("a correct project needs no fix, and every setting names its source", async () => {
  const { code, out, err } = await doctor();
  expect(code, out + err).toBe(0);
  expect(out).toContain("✓ Pulumi CLI: v3.");
  expect(out).toContain("✓ backend: file://");
  expect(out).toContain("✓ stack: test, ");
  expect(out).toContain("✓ projectId: 1 (stack configuration)");
  expect(out).toContain(`✓ baseUrl: ${emulator.url} (CLOUDPLATFORM_BASE_URL)`);
  expect(out).toContain("✓ pollIntervalSeconds: 3 (default)");
  expect(out).toContain("· regionId: not set");
  expect(out).toContain("✓ API key: accepted");
  expect(out).toMatch(/✓ edge account: plan free, 8 apps, networks: \w/);
  expect(out).toContain("✓ may read CDN rule templates: yes");
  expect(out).toContain("✓ records: no interrupted creation");
  expect(out).toContain("No problems found.");
  expect(out).not.toContain("key-of-doctor");
});

/** Returns the problems of settings and platform. Hides the CLI, which these checks do not need: doctor starts it five times. */
async function problems(environment: Record<string, string | undefined>): Promise<Finding[]> {
  const { code, out } = await doctor({ PATH: missing, ...environment }, "--json");
  expect(code).toBe(1);
  expect(out).not.toContain("another-key");
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  const found = findings.filter(({ status, subject }) => status === "problem" && subject !== "Pulumi CLI");
  for (const { advice } of found) expect(advice).toMatch(/\w/);
  return found;
}

const seen = (subject: string, text: string | RegExp) => ({ subject, seen: expect.stringMatching(text) });

test("a missing Pulumi CLI is a problem with a fix", async () => {
  const { code, out } = await doctor({ PATH: missing });
  expect(out).toMatch(/✗ Pulumi CLI: not found on PATH\n {4}→ \w/);
  expect(out).toContain("✓ API key: accepted");
  expect(code).toBe(1);
  expect(await problems({})).toEqual([]);
});

test.each([
  ["a key that is not accepted", { CLOUDPLATFORM_API_KEY: "another-key" }, seen("API key", /^not accepted \(401\)/)],
  [
    "a platform that does not answer",
    { CLOUDPLATFORM_BASE_URL: "https://platform.invalid" },
    seen("platform", /^no response/),
  ],
  ["a missing key", { CLOUDPLATFORM_API_KEY: undefined }, seen("settings", "The platform's API key is not set.")],
])("%s is a problem with a fix", async (_, environment, reported) => {
  expect(await problems(environment)).toMatchObject([reported]);
});

test.each([
  ["answers 404 to everything", { unknownPaths: "platform", gateway: "none" }, "/no-api"],
  ["is behind a gateway that answers 404", { gateway: "html" }, ""],
])("a platform that %s is a problem", async (_, behaviors, path) => {
  emulator.platform.behaviors.set(behaviors as never);
  onTestFinished(() => void emulator.platform.behaviors.set({ gateway: "none" }));
  const found = await problems({ CLOUDPLATFORM_BASE_URL: `${emulator.url}${path}` });
  expect(found).toMatchObject([seen("platform", / answers, but not as the platform's API does: .*404/)]);
  expect(found[0]?.advice).toContain("Correct cloudplatform:baseUrl");
});

test("a proxy for Pulumi's own connection is a problem unless no_proxy lists this machine", async () => {
  const proxy = { http_proxy: "http://proxy.test:3128", no_proxy: "", no_grpc_proxy: "" };
  expect(await problems(proxy)).toContainEqual(expect.objectContaining(seen("proxy", "http_proxy is set")));
  const statusOf = (environment: Record<string, string>) => proxyFinding(environment)?.status;
  const http_proxy = "http://proxy.test:3128";
  expect(statusOf({})).toBeUndefined();
  expect(statusOf({ HTTP_PROXY: http_proxy })).toBeUndefined();
  expect(statusOf({ https_proxy: http_proxy, no_proxy: "internal.test, 127.0.0.1" })).toBe("problem");
  expect(statusOf({ https_proxy: http_proxy, NO_PROXY: "127.0.0.1" })).toBe("problem");
  for (const no_proxy of ["127.0.0.1", "localhost,127.0.0.0/8", "0.0.1"])
    expect(statusOf({ http_proxy, no_proxy })).toBe("ok");
  expect(statusOf({ http_proxy: "https://proxy.test" })).toBe("ok");
});

test("a wrong passphrase is a problem with a fix", async () => {
  const locked = await openStack({ url: emulator.url, apiKey: "key-of-doctor", secretsProvider: "passphrase" });
  onTestFinished(() => locked.remove());
  await locked.config("cloudplatform:apiKey", "key-of-doctor", { secret: true });
  const { code, out } = await doctor({ ...locked.env, PULUMI_CONFIG_PASSPHRASE: "wrong" }, "--cwd", locked.folder);
  expect(out).toContain("✗ configuration: ");
  expect(out).toMatch(/\n {4}→ /);
  expect(code).toBe(1);
});

test("a folder that does not exist is refused, not taken for a missing Pulumi CLI", async () => {
  const { code, err } = await doctor({}, "--cwd", missing);
  expect(code).toBe(2);
  expect(err).toContain(`--cwd "${missing}": there is no such folder`);
});

// Starts the real CLI twice: it decides whether a folder without a project has a selected stack.
test("a folder without a project is not reported as one without a selected stack", async () => {
  const { code, out } = await doctor({}, "--cwd", tmpdir());
  expect(code, out).toBe(0);
  expect(out).toContain(
    `· project: there is no Pulumi.yaml in "${tmpdir()}" or above\n    → Name the project's folder`,
  );
  expect(out).toContain("✓ backend: file://");
  expect(out).not.toContain("pulumi stack select");
});

test("the leftovers of an interrupted run in state and on this machine are listed, also as JSON", async () => {
  const urn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::rule";
  const records = join(stack.folder, ".cloudplatform", "intents");
  await mkdir(records, { recursive: true });
  await writeFile(join(records, "one.json"), JSON.stringify({ version: 2, urn, facts: { mark: "m" } }));
  await writeFile(join(records, "two.json"), "{ torn");
  // `stack import` drops pending operations, so the state is edited in its backend.
  const state = join(stack.folder, "backend", ".pulumi", "stacks", "test", "test.json");
  const checkpoint = JSON.parse(await readFile(state, "utf8"));
  checkpoint.checkpoint.latest = {
    manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "" },
    pending_operations: [{ type: "creating", resource: { urn, custom: true, type: urn.split("::")[2] } }],
  };
  await writeFile(state, JSON.stringify(checkpoint));

  const { code, out } = await doctor({}, "--json");
  expect(code).toBe(1);
  const problems = JSON.parse(out).findings.filter((one: { status: string }) => one.status === "problem");
  expect(problems.map((one: { subject: string }) => one.subject)).toEqual(["interrupted", "record", "record"]);
  expect(problems[0].seen).toBe(`${urn} was interrupted while creating`);
  expect(problems[1].seen).toContain("two.json, cannot be read");
  expect(problems[2].seen).toContain(`the creation of ${urn} was interrupted`);
});

test("a create journal that cannot be written is a problem before a creation stops at it", async () => {
  const file = join(stack.folder, "Pulumi.yaml");
  const { out } = await doctor({ CLOUDPLATFORM_INTENT_DIR: join(file, "intents") });
  expect(out).toContain(`${join(file, "intents")}: ${file} is not a folder. Every creation stops`);
  expect(out).not.toContain("✓ records");
});

test("missing settings that would make commands faster are listed, but are no problem", async () => {
  const project = await openStack({ url: emulator.url, apiKey: "key-of-doctor" });
  onTestFinished(() => project.remove());
  await project.program('export const text = "a".repeat(1_000_000);');
  expect((await project.up()).code).toBe(0);
  const home = join(project.folder, "home");
  await mkdir(join(home, "logs"), { recursive: true });
  // Sparse files, which use no disk space.
  for (const name of ["one.log", "two.log"]) {
    await writeFile(join(home, "logs", name), "");
    await truncate(join(home, "logs", name), 60_000_000);
  }
  const lateModules = join(project.folder, "node_modules", "@cloudplatform", "pulumi", "late-modules.cjs");
  const notes = async (environment: Record<string, string | undefined>) => {
    const own = { ...project.env, ...environment } as Record<string, string>;
    const args = ["doctor", "--json", "--stack", "test", "--cwd", project.folder];
    const { code, out } = await commandLine(emulator.url, args, { environment: own });
    expect(code, out).toBe(0);
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    return findings.filter(({ subject }) => ["start", "state", "logs"].includes(subject));
  };
  const missing = await notes({ NODE_OPTIONS: undefined, PULUMI_DIY_BACKEND_GZIP: undefined, PULUMI_HOME: home });
  expect(missing.map(({ subject, status }) => `${subject}: ${status}`)).toEqual([
    "state: note",
    "start: note",
    "logs: note",
  ]);
  const [state, start, logs] = missing;
  expect(state?.seen).toMatch(/^1\.\d MB, written as plain text/);
  expect(state?.advice).toContain("PULUMI_DIY_BACKEND_GZIP=true");
  expect(start?.advice).toContain(`NODE_OPTIONS="--require=${lateModules}"`);
  // The commands that this test runs write logs, too.
  expect(logs?.seen).toMatch(/^\d+ files, 120\.\d MB in /);
  expect(logs?.advice).toContain(join(home, "logs"));
  expect(await notes({ NODE_OPTIONS: `--require=${lateModules}`, PULUMI_DIY_BACKEND_GZIP: "true" })).toEqual([]);
});

test("a wrong clock is reported in seconds, and an old Node.js with the required version", async () => {
  const server = createServer((_, response) => {
    response.setHeader("date", new Date(Date.now() + 3_600_000).toUTCString());
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const finding = await clockFinding(`http://127.0.0.1:${port}`, new AbortController().signal);
  server.close();
  expect(finding?.status).toBe("problem");
  expect(finding?.seen).toMatch(/^3(599|600|601) s behind the platform's$/);
  expect(nodeFinding("20.18.1", ">=22.19")).toMatchObject({
    status: "problem",
    seen: "20.18.1, but 22.19 or later is required",
  });
  expect(nodeFinding("22.19.0", ">=22.19").status).toBe("ok");
});
