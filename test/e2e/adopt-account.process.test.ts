import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importAdopted } from "../helpers/adopted.ts";
import { controlOf, sendControl } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { runCommand } from "../helpers/run.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

/** `cloudplatform adopt --all`: adopts a whole account into a stack. */
const cli = fileURLToPath(new URL("../../provider/cli/main.ts", import.meta.url));
const emulator = await platform();
const client = clientOf(emulator);
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

function adopt(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    ...stack.env,
    CLOUDPLATFORM_BASE_URL: emulator.url,
    CLOUDPLATFORM_API_KEY: "local",
    CLOUDPLATFORM_CLIENT_ID: "5",
  };
  return runCommand(process.execPath, [cli, "adopt", ...args], { cwd: stack.folder, env });
}

test("a whole account becomes a program of components whose preview after the import is empty", async () => {
  const template = (body: object) =>
    client.call(endpoints["ruleTemplates.create"], { body: { rule: "/a", ruleType: 0, ...body } });
  const secret = { secure_key: { enabled: true, key: "planted-key-4711", type: 0 as const } };
  for (let index = 0; index < 25; index++) await template({ name: `pages ${index % 20}`, rule: `/pages/${index}` });
  await template({ name: "urn", options: secret });
  await template({ name: "`<script>` | [x](y)" });
  await sendControl(emulator.url, "PATCH", "behaviors", { strangers: "present" });
  await client.call(endpoints["appTemplates.create"], {
    body: { binaryId: 42, name: "hello", owned: true, params: [] },
  });
  const bought = { regionId: 76, period: "MONTHS12" as const, resources: [] as object[] };
  bought.resources.push({ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 });
  for (const name of ["metal", "over"])
    await client.call(endpoints["reservations.create"], { body: { ...bought, name } as never });
  const over = (await control.state("reservations")).find((one) => one.name === "over");
  await control.change("reservations", Number(over?.id), { status: "REJECTED" });
  for (const name of ["shop", "edge"])
    await client.call(endpoints["clusters.create"], {
      params: { projectId: 1, regionId: 76 },
      body: {
        ...{ name, keypair: "ops", version: "v1.31.9" },
        pools: [{ name: "general", flavorId: "bm1-basic-small", minNodeCount: 1 }],
      },
    });
  emulator.platform.clock.change({ advanceMs: 3_600_000 });

  const refused = await adopt("--all", "--place", "1:76");
  expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("such as 1/76") });
  const adopted = await adopt("--all", "--place", "1/76");
  expect(adopted, adopted.output).toMatchObject({ code: 0 });
  expect(adopted.output).toMatch(/\d+ of \d+ objects read/);

  const report = await readFile(join(stack.folder, "adopted", "report.md"), "utf8");
  expect(report).toMatch(/\| `rule template 1 .*` \| `belongs to the platform` \|/);
  expect(report).toMatch(/\| `rule.template \d+` \| [^|]*(form than documented|cannot be declared|cannot be read)/);
  expect(report).toContain("is REJECTED");
  expect(report).toMatch(/\| `secret 1 "signing-token"` \| `the platform does not return its values/);
  expect(report).toMatch(/\| `quotas\.NotificationThreshold` \| `5` \|/);
  expect(report).toContain("name further ones with --place");
  // Text in code spans is not markup.
  expect(report.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "")).not.toMatch(/<script>|\[x\]/);
  const program = await readFile(join(stack.folder, "adopted", "cdn.ts"), "utf8");
  expect(program).not.toContain("planted-key-4711");
  expect(program).toContain('super("account:index:Cdn", name, {}, options);');

  await stack.program('import "./adopted/index.ts";');
  const key = /config set --secret (\S+)/.exec(adopted.output)?.[1] ?? "";
  await stack.config(key, "planted-key-4711", { secret: true });
  const resources = await importAdopted(stack);
  expect(resources.length).toBe(Number(/(\d+) adopted/.exec(adopted.output)?.[1]));
  expect(resources.every(({ parent }) => parent?.includes("account:index:"))).toBe(true);
  const again = await adopt("--all", "--place", "1/76");
  expect(again).toMatchObject({ code: 2, output: expect.stringContaining('"adopted" exists') });

  // An object belongs to one resource: after a second import, deleting one resource would delete the other's object.
  const { length: count } = resources;
  await client.call(endpoints["ruleTemplates.create"], { body: { rule: "/later", ruleType: 0 } });
  const later = await adopt("--all", "--place", "1/76", "--out", "later");
  expect(later, later.output).toMatchObject({ code: 0, output: expect.stringMatching(/^1 adopted/m) });
  const laterReport = await readFile(join(stack.folder, "later", "report.md"), "utf8");
  expect(laterReport.match(/the stack has it, as urn:pulumi:/g)).toHaveLength(count);
  const one = resources.find(({ type }) => type.endsWith("kubernetes:Cluster"));
  const single = await adopt("cluster", String(one?.id).replaceAll("/", ":"));
  expect(single).toMatchObject({ code: 2, output: expect.stringContaining("an object belongs to one resource") });
});
