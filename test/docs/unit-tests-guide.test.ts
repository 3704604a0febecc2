// In a process of its own: it sets the mocks of the Pulumi SDK.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const home = fileURLToPath(new URL("../.stacks", import.meta.url));
await mkdir(home, { recursive: true });
// Inside the checkout, so that Node resolves the workspace's packages.
const folder = await mkdtemp(join(home, "guide-"));

/** A platform that only counts its requests. */
let requests = 0;
const server = createServer((_request, response) => {
  requests++;
  response.end("{}");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Settings that direct any request of the process to this server. */
const env = {
  ...process.env,
  CLOUDPLATFORM_BASE_URL: `http://127.0.0.1:${port}`,
  CLOUDPLATFORM_API_KEY: "k",
  NODE_OPTIONS: "",
};

/** Returns the code blocks of the guide that begin with a file name. */
async function files(): Promise<Map<string, string>> {
  const guide = await readFile(new URL("../../docs/guides/unit-tests.md", import.meta.url), "utf8");
  const blocks = [...guide.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)];
  return new Map(blocks.map(([, name = "", code = ""]) => [name, code]));
}

test("the code of the guide to unit tests runs, and no request leaves the process", async () => {
  const found = await files();
  expect([...found.keys()]).toEqual(["site.ts", "site.test.ts"]);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const [name, code] of found) await writeFile(join(folder, name), code);
  const { stdout } = await run(process.execPath, ["--test", "--test-reporter=spec", "site.test.ts"], {
    cwd: folder,
    env,
  });
  expect(stdout).toMatch(/pass 3\b/);
  expect(stdout).toMatch(/fail 0\b/);
  expect(requests).toBe(0);
});

test("every resource, lookup and iterator follows the mocks", async () => {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(folder, "every.mts"), everything);
  const { stdout } = await run(process.execPath, ["every.mts"], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual({
    ids: ["first-id", "second-id", "c-id", "r-id", "a-id", "first-id"],
    numbers: [null, 5],
    tokens: expect.arrayContaining(["cloudplatform:edge:getApps", "cloudplatform:storage:upsertEvents"]),
    lookups: expect.any(Number),
    unasked: [],
    list: [1, 2],
    none: [],
    items: [{ id: 3 }],
    provider: true,
  });
  expect(requests).toBe(0);
});

const everything = `
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "@cloudplatform/pulumi";
const { cdn, edge, kubernetes, reservations, storage, streaming } = cloudplatform;

const asked = [];
let list = { 0: 1, 1: 2 };
let providers = [];
await pulumi.runtime.setMocks({
  newResource: ({ name, inputs, id }) => ({ id: id || name + "-id", state: name === "second" ? { ...inputs, templateId: 5 } : inputs }),
  call: ({ token, provider }) => {
    asked.push(token);
    if (provider) providers.push(provider);
    if (token === "cloudplatform:edge:getApps") return { apps: [{ id: 3 }], count: 1 };
    if (token === "cloudplatform:streaming:getStreams") return list;
    return {};
  },
}, "project", "stack", false);
const valueOf = (output) => new Promise((resolve) => output.apply(resolve));

class Site extends pulumi.ComponentResource {
  constructor(name, options) {
    super("test:index:Site", name, {}, options);
    this.first = new cdn.RuleTemplate("first", { rule: "/a", ruleType: 0 }, { parent: this });
    this.second = new cdn.RuleTemplate("second", pulumi.output({ rule: "/b", ruleType: 0 }), { parent: this });
  }
}
const eu = new cloudplatform.Provider("eu", { apiKey: "k" });
const { first, second } = new Site("site", { provider: eu });
const c = new kubernetes.Cluster("c", { name: "c", keypair: "k", version: "v1.31.9", pools: [] });
const r = new reservations.Reservation("r", { name: "r", period: "MONTHS12", resources: [] });
const a = new edge.AppTemplate("a", { binaryId: 1, name: "a", owned: true, params: [] });
const got = cdn.RuleTemplate.get("got", "first-id");
const ids = await Promise.all([first, second, c, r, a, got].map(({ id }) => valueOf(id)));
const numbers = await Promise.all([first, second].map(({ templateId }) => valueOf(templateId).then((value) => value ?? null)));

const names = [];
for (const area of Object.values(cloudplatform))
  for (const [name, value] of Object.entries(area))
    if (typeof value === "function" && value.definition !== undefined && /^(get|upsert)/.test(name) && !name.endsWith("Output")) {
      names.push("cloudplatform:" + value.definition.name.replace(".", ":"));
      await value({ id: 1 });
    }
const items = [];
for await (const app of edge.iterateApps()) items.push(app);
const filled = await streaming.getStreams();
list = {};
const none = await streaming.getStreams();
await valueOf(edge.getAppsOutput({}, { provider: eu }));
console.log(JSON.stringify({ ids, numbers, tokens: [...new Set(asked)], lookups: names.length,
  unasked: names.filter((name) => !asked.includes(name)), list: filled, none, items, provider: providers.length > 0 }));
`;
