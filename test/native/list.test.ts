import { status } from "@grpc/grpc-js";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, test } from "vitest";
import { structOf } from "../../provider/pulumi/native/plugin/wire-properties.ts";
import served from "../../provider/pulumi/native/schema.json" with { type: "json" };
import { listers } from "../../provider/resources/list-objects.ts";
import { unknownValue } from "../../provider/schema/index.ts";
import { platform } from "../helpers/platform.ts";
import { startPlugin } from "../helpers/plugin.ts";

const emulator = await platform();
const plugin = await startPlugin();
const settings = { baseUrl: emulator.url, apiKey: "local", projectId: 1, regionId: 76, clientId: 5 };
await plugin.call("configure", new providerProto.ConfigureRequest().setArgs(structOf(settings)));

interface Asked {
  query?: object;
  limit?: number;
  pageSize?: number;
  after?: string;
}

async function page(token: string, { query = {}, limit = 0, pageSize = 0, after = "" }: Asked = {}) {
  const request = new providerProto.ListRequest().setToken(`cloudplatform:${token}`).setQuery(structOf(query));
  request.setLimit(limit).setPageSize(pageSize).setContinuationToken(after);
  const messages = await plugin.stream<unknown, providerProto.ListResponse>("list", request);
  return {
    ids: messages.flatMap((one) => one.getResult()?.getId() ?? []),
    names: messages.flatMap((one) => one.getResult()?.getName() ?? []),
    next: messages.at(-1)?.getContinuation()?.getContinuationToken(),
    isComputed: messages.some((one) => one.hasComputed()),
  };
}

async function pages(token: string, asked: Asked = {}): Promise<string[][]> {
  const found: string[][] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const { ids, next }: { ids: string[]; next: string | undefined } = await page(token, { ...asked, after });
    found.push(ids);
    after = next;
  }
  return found;
}

const { store } = emulator.platform;
test("a thousand at a time: 10,000 rule templates, each once", async () => {
  const [example] = store.ruleTemplates.all().filter((one) => one.default !== true);
  if (example === undefined) throw new Error("no rule template");
  const others = store.ruleTemplates.all().filter((one) => one.default !== true).length;
  for (let id = 20_000; id < 30_000; id++) store.ruleTemplates.put(id, { ...example, id, name: `listed-${id}` });
  const found = await pages("cdn:RuleTemplate");
  expect(found.map((ids) => ids.length)).toEqual([...Array(10).fill(1000), others]);
  expect(new Set(found.flat()).size).toBe(10_000 + others);
  const ends = await page("cdn:RuleTemplate", { limit: 3, after: "29996" });
  expect(ends).toMatchObject({
    ids: ["29997", "29998", "29999"],
    names: ["listed-29997", "listed-29998", "listed-29999"],
  });
  expect((await pages("cdn:RuleTemplate", { pageSize: 9000 })).map((ids) => ids.length)).toEqual([9000, 1000 + others]);
});

test.each(Object.entries(listers).filter(([, lister]) => lister !== undefined))(
  "lists every object of the resource %s that a program can have, and the schema says so",
  async (type) => {
    const [token = "", spec] = Object.entries(served.resources).find(([one]) => one.endsWith(`:${type}`)) ?? [];
    expect(spec).toHaveProperty("listInputs");
    const ids = (await pages(token.replace("cloudplatform:", ""))).flat();
    expect(ids).toEqual([...new Set(ids)]);
    if (type === "RuleTemplate")
      expect(ids.length).toBe(store.ruleTemplates.all().filter((one) => !one.default).length);
    if (type === "Secret") expect(ids.length).toBe(store.secrets.count());
    if (type === "NotificationThreshold") expect(ids).toEqual(["5"]);
  },
);

test("a query with an unknown value has no result yet, and an invalid query is refused", async () => {
  expect(await page("kubernetes:Cluster", { query: { projectId: unknownValue } })).toMatchObject({
    ids: [],
    isComputed: true,
  });
  const invalid = { code: status.INVALID_ARGUMENT };
  await expect(page("kubernetes:Cluster", { query: { project: 1 } })).rejects.toMatchObject(invalid);
  await expect(page("kubernetes:Cluster", { query: { projectId: "one" } })).rejects.toMatchObject(invalid);
  await expect(page("cdn:RuleSet")).rejects.toMatchObject(invalid);
  await expect(page("cdn:Nothing")).rejects.toMatchObject({ code: status.NOT_FOUND });
});

test("another engine can attach to the plugin after the previous one has cancelled", async () => {
  const { default: emptyProto } = await import("google-protobuf/google/protobuf/empty_pb.js");
  const { default: pluginProto } = await import("@pulumi/pulumi/proto/plugin_pb.js");
  await plugin.call("cancel", new emptyProto.Empty());
  await expect(page("edge:Secret")).rejects.toMatchObject({ code: status.CANCELLED });
  await plugin.call("attach", new pluginProto.PluginAttach().setAddress("127.0.0.1:1"));
  await plugin.call("configure", new providerProto.ConfigureRequest().setArgs(structOf(settings)));
  expect((await page("edge:Secret")).ids.length).toBeGreaterThan(0);
});
