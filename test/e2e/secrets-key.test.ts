// Each source of an API key, and each command with one source.
import { writeFile } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform({ speed: 20_000 });
/** API keys of requests since the previous call. */
const seen = new Set<string>();

/** A proxy in front of the platform that records each API key and accepts all of them. */
const proxy = createServer((incoming, outgoing) => {
  seen.add(String(incoming.headers.authorization).replace("apikey ", ""));
  const options = { method: incoming.method, headers: { ...incoming.headers, authorization: "apikey local" } };
  const forward = send(`${emulator.url}${incoming.url}`, options, (response) => {
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(outgoing);
  });
  incoming.pipe(forward);
});

let stack: TestStack;
let url: string;

beforeAll(async () => {
  proxy.listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  stack = await openStack({ url, env: { CLOUDPLATFORM_API_KEY: "", CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
});
afterAll(async () => {
  proxy.close();
  await stack.remove();
});

async function keysOf(command: "up" | "refresh" | "destroy", ...args: string[]): Promise<string[]> {
  seen.clear();
  const run = await stack[command](...args);
  expect(run.code, run.output).toBe(0);
  return [...seen];
}

const template = 'new cdn.RuleTemplate("one", { rule: "/one", ruleType: 0 });';

test("refresh and destroy use the configured API key of the last up, or the current one with --run-program", async () => {
  await stack.program(template);
  const configure = (key: string) => stack.config("cloudplatform:apiKey", key, { secret: true });
  await configure("key-1");
  expect(await keysOf("up")).toEqual(["key-1"]);
  await configure("key-2");
  expect(await keysOf("refresh")).toEqual(["key-1"]);
  expect(await keysOf("refresh", "--run-program")).toEqual(["key-2"]);
  await configure("key-3");
  expect(await keysOf("destroy")).toEqual(["key-2"]);
  expect((await stack.run("config", "rm", "cloudplatform:apiKey")).code).toBe(0);
});

test("every command uses the current API key of the environment", async () => {
  const fromEnvironment = (key: string) => {
    stack.env.CLOUDPLATFORM_API_KEY = key;
  };
  await stack.program(template);
  fromEnvironment("env-1");
  expect(await keysOf("up")).toEqual(["env-1"]);
  fromEnvironment("env-2");
  expect(await keysOf("refresh")).toEqual(["env-2"]);
  fromEnvironment("env-3");
  expect(await keysOf("destroy")).toEqual(["env-3"]);
  fromEnvironment("local");
});

test("refresh and destroy use the API key of a Provider at the last up, or the current one with --run-program", async () => {
  const providerWith = (key: string) =>
    stack.program(`
      const own = new cloudplatform.Provider("own", { apiKey: pulumi.secret("${key}") });
      new cdn.RuleTemplate("one", { rule: "/one", ruleType: 0 }, { provider: own });`);
  await providerWith("own-1");
  expect(await keysOf("up")).toEqual(["own-1"]);
  await providerWith("own-2");
  expect(await keysOf("refresh")).toEqual(["own-1"]);
  await providerWith("own-4");
  expect(await keysOf("destroy", "--run-program")).toEqual(["own-4"]);
});

test("a state of the previous version, with its copy in clear text, has an empty preview and is encrypted by a refresh", async () => {
  await stack.program(`
    new kubernetes.Cluster("shop", {
      projectId: 1, regionId: 76, name: "shop", keypair: "ops", version: "v1.31.9",
      pools: [{
        name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, maxNodeCount: 2, bootVolumeSize: 50,
        bootVolumeType: "ssd_hiiops", servergroupPolicy: "affinity", labels: { token: pulumi.secret("planted-label") },
      }],
    });`);
  expect((await stack.up()).code).toBe(0);
  expect(await stack.stateText()).not.toContain("planted-label");
  const { output } = await stack.run("stack", "export", "--show-secrets");
  const state = JSON.parse(output) as {
    deployment: { resources: { type: string; outputs?: Record<string, unknown> }[] };
  };
  const outputs = state.deployment.resources.find((one) => one.type.endsWith("kubernetes:Cluster"))?.outputs ?? {};
  outputs.__declared = JSON.parse((outputs.__declared as { plaintext: string }).plaintext);
  await writeFile(join(stack.folder, "old.json"), JSON.stringify(state));
  expect((await stack.run("stack", "import", "--file", "old.json")).code).toBe(0);
  expect(await stack.stateText()).toContain("planted-label");
  const preview = await stack.preview("--expect-no-changes");
  expect(preview.code, preview.output).toBe(0);
  expect((await stack.refresh()).code).toBe(0);
  expect(await stack.stateText()).not.toContain("planted-label");
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  expect((await stack.destroy()).code).toBe(0);
});
