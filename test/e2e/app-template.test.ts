import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { appTemplateBody } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromWire } from "../../provider/schema/index.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const apiKey = "planted-key-4711";
const emulator = await platform({ apiKey });
const { store, requests } = emulator.platform;
const example = new URL("../../examples/edge-template/", import.meta.url);
let stack: TestStack;
let id = 0;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, apiKey });
});
afterAll(() => stack.remove());

/** Returns the templates in state. */
const templates = async () => (await stack.resources()).filter(({ type }) => type.endsWith("edge:AppTemplate"));
const checksumOf = (value: string) => createHash("sha256").update(value).digest("hex");
const write = (text: string) => writeFile(join(stack.folder, "index.ts"), text);
const calls = (endpoint: string) => requests.list({ endpoint }).length;

describe("the edge template example, from its making to its end", () => {
  test("is created, and the next preview is empty", async () => {
    await write(await readFile(new URL("index.ts", example), "utf8"));
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    const outputs = await stack.outputs();
    id = Number(outputs.templateId);
    const secret = store.secrets.where("$.name", "hello-token")[0];
    expect(outputs).toEqual({ templateId: id, apiType: "wasi-http", secretId: secret?.id });
    expect(secret?.secret_slots).toEqual([{ slot: 0, checksum: checksumOf("token-for-the-emulator") }]);
    expect(store.appTemplates.get(id)?.params).toHaveLength(3);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect(await stack.stateText()).not.toContain(apiKey);
    expect(await stack.stateText()).not.toContain("token-for-the-emulator");
  });

  test("is kept when a replacement is forced that finds it again", async () => {
    const urn = (await templates())[0]?.urn ?? "";
    const forced = await stack.up("--replace", urn);
    expect(forced.code, forced.output).toBe(0);
    const [one, ...others] = await templates();
    expect(others).toEqual([]);
    expect(store.appTemplates.get(Number(one?.id))).toBeDefined();
    id = Number(one?.id);
  });

  test("is changed in place, and what somebody else changed is corrected", async () => {
    const program = await readFile(new URL("index.ts", example), "utf8");
    await write(program.replace('"Says hello"', '"Greets"'));
    expect((await stack.up()).changes).toMatchObject({ update: 1 });
    expect(store.appTemplates.get(id)?.short_descr).toBe("Greets");

    const record = store.appTemplates.get(id);
    if (record !== undefined) store.appTemplates.put(id, { ...record, params: [] });
    const [secret] = store.secrets.where("$.name", "hello-token");
    if (secret !== undefined)
      store.secrets.put(secret.id, { ...secret, secret_slots: [{ slot: 0, checksum: checksumOf("theirs") }] });
    expect((await stack.refresh()).changes).toMatchObject({ update: 2 });
    expect((await stack.up()).changes).toMatchObject({ update: 2 });
    expect(store.secrets.get(secret?.id ?? 0)).toEqual(secret);
    expect(store.appTemplates.get(id)?.params).toHaveLength(3);
    expect(calls("appTemplates.delete")).toBeLessThanOrEqual(1);
  });

  test("is deleted by force only when it is shared", async () => {
    const record = store.appTemplates.get(id);
    if (record !== undefined) store.appTemplates.put(id, { ...record, shared: true });
    const refused = await stack.destroy();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("set force: true");
    const program = await readFile(new URL("index.ts", example), "utf8");
    await write(program.replace("owned: true,", "owned: true, force: true,"));
    expect((await stack.up()).code).toBe(0);
    expect((await stack.destroy()).code).toBe(0);
    expect(store.appTemplates.get(id)).toBeUndefined();
  });

  test("is adopted by its id when it exists", async () => {
    await stack.program(`
      new edge.AppTemplate("filter", { binaryId: 44, name: "Header filter", owned: true, params: [] }, { import: "3" });
    `);
    requests.clear();
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect((await stack.resources())[0]?.id).toBe("3");
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect(calls("appTemplates.create")).toBe(0);
  });
});

test("a second update does nothing after the real engine created and read generated templates", async () => {
  const bodies = fc.sample(arbitraryOf(appTemplateBody), { numRuns: 12, seed: 8 });
  const declared = bodies.map((body) => fromWire(appTemplateBody, body as never));
  await stack.program(`
    new edge.AppTemplate("filter", { binaryId: 44, name: "Header filter", owned: true, params: [] }, { import: "3" });
    ${JSON.stringify(declared)}.forEach((args, index) => new edge.AppTemplate("t" + index, args as never));
  `);
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect((await stack.refresh("--expect-no-changes")).code).toBe(0);
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);
});
