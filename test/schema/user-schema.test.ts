import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Endpoint, endpoints, fieldMetadata, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { resources } from "@cloudplatform/pulumi/registry";
import {
  accepts,
  camel,
  defaultOf,
  fieldNames,
  fromWire,
  isOptional,
  knownFields,
  metadataOf,
  readResponse,
  unreadOf,
  unwrap,
  userSchema,
} from "@cloudplatform/pulumi/schema";
import { expect, test } from "vitest";
import { z } from "zod";

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypeDef & { shape?: Record<string, Schema>; element?: Schema; valueType?: Schema };

/** Returns every field of the contract with the field that was derived from it. */
function pairs(contract: Schema, derived: Schema, isVerbatim = false): [string, Schema, Schema, boolean][] {
  const [from, to] = [unwrap(contract)._zod.def as Def, unwrap(derived)._zod.def as Def];
  const verbatim = isVerbatim || metadataOf(contract).verbatimKeys === true;
  const below = (name: string, one: Schema | undefined, other: Schema | undefined) =>
    one === undefined
      ? []
      : [[name, one, other, verbatim] as [string, Schema, Schema, boolean], ...pairs(one, other as Schema, verbatim)];
  return [
    ...below("element", from.element, to.element),
    ...below("value", from.valueType, to.valueType),
    ...Object.entries(from.shape ?? {}).flatMap(([name, field]) =>
      below(name, field, to.shape?.[verbatim ? name : camel(name)]),
    ),
  ];
}

const contracts: [string, Schema][] = [
  ...Object.values(resources).map(({ type, schema }): [string, Schema] => [type, schema]),
  ...Object.values<Endpoint>(endpoints).flatMap(({ id, body, response }): [string, Schema][] =>
    [body, response].flatMap((schema) => (schema === undefined ? [] : [[id, schema] as [string, Schema]])),
  ),
];

test.each(contracts)("the derived schema of %s has every field, its metadata and its default", (_, contract) => {
  for (const [name, field, derived] of pairs(contract, userSchema(contract))) {
    const { listKey, ...metadata } = metadataOf(field);
    const key = listKey === undefined ? {} : { listKey: camel(listKey) };
    expect(metadataOf(derived), name).toEqual({ ...metadata, ...key });
    expect(isOptional(derived), name).toBe(isOptional(field));
    expect(defaultOf(derived), name).toEqual(fromWire(field as z.ZodType, defaultOf(field)));
  }
});

test("options of a rule template keep the platform's names", () => {
  const known = { rule: "/a", ruleType: 0, options: { browser_cache_settings: { enabled: true, value: "1s" } } };
  const unknown = { allowDuplicate: true, options: { ...known.options, browserCacheSettings: {} } };
  expect(knownFields(ruleTemplateBody, { ...known, ...unknown })).toEqual(known);
  expect(fieldNames(ruleTemplateBody)).toContain("overrideOriginProtocol");
});

const node = z.object({ node_name: z.string(), node_count: z.int().optional() });
const cluster = z.looseObject({
  nodes: z.array(node).register(fieldMetadata, { listKey: "node_name", readEach: true }),
  created_at: z.string().optional(),
});

test("a list's key and rules of the contract hold under the user's names", () => {
  const field = userSchema(cluster).shape.nodes as Schema;
  expect(metadataOf(field).listKey).toBe("nodeName");
  const ruled = z.object({ from_port: z.int(), to_port: z.int() }).refine((one) => one.from_port <= one.to_port);
  const ports = (fromPort: number, toPort: number) => accepts(userSchema(ruled), { fromPort, toPort });
  expect([ports(1, 2), ports(2, 1)]).toEqual([true, false]);
});

test("unreadable parts of a response are kept beside it, under the user's names", () => {
  const sent = { nodes: [{ node_name: "a" }, { node_name: 7, node_count: "x" }], created_at: 5n, some_more: 1 };
  const read = readResponse(cluster, sent);
  if (!read.success) throw new Error(JSON.stringify(read.problems));
  const seen = fromWire(cluster, read.data);
  expect(JSON.parse(JSON.stringify(seen))).toEqual({ nodes: [{ nodeName: "a" }, { nodeName: "7" }], someMore: 1 });
  expect(unreadOf(seen)).toEqual({ createdAt: 5n });
  expect(unreadOf(seen.nodes[1] as object)).toEqual({ nodeCount: "x" });
});

test("names are translated by the client and in the folder of schemas, and nowhere else", () => {
  const provider = fileURLToPath(new URL("../../provider/", import.meta.url));
  const sources = readdirSync(provider, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const translating = sources.filter((file) =>
    /\b(toWire|fromWire)\(/.test(readFileSync(`${provider}${file}`, "utf8")),
  );
  expect(translating.filter((file) => !file.startsWith("schema/"))).toEqual(["client/request.ts"]);
});
