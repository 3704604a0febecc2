import { inflateRawSync } from "node:zlib";
import { ruleTemplateBody } from "@cloudplatform/pulumi/api";
import type { dynamic } from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import type { Handler } from "../../provider/engine/handler/handler.ts";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { fast } from "../cluster/cluster.ts";
import { controlOf } from "../helpers/control.ts";
import { type Leaf, leafName, type Planted, planted } from "../helpers/planted.ts";
import { seedPlanted } from "../helpers/planted-seed.ts";
import { platform } from "../helpers/platform.ts";
import { isOwn, isRest, testOnce } from "../helpers/rest.ts";

interface Inputs {
  rule: string;
  options?: object;
}

/** A platform that never returns options. */
const forgetful: Handler<Inputs, Inputs> = {
  noun: "object",
  schema: ruleTemplateBody,
  identity: { inputs: ["rule"] },
  create: async ({ rule }) => ({ id: "1", state: { rule } }),
  read: async () => undefined,
  update: async (_id, { inputs }) => ({ rule: inputs.rule }),
  delete: async () => undefined,
};

async function providerOf(handler: unknown, url: string) {
  const provider = dynamicProvider(handler as never);
  const config: Record<string, string> = { "cloudplatform:baseUrl": url, "cloudplatform:apiKey": "planted-key" };
  await provider.configure?.({ config: { get: (key: string) => config[key] } as never });
  return provider;
}

const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

testOnce("what was declared is kept as one secret, and a list of what was left out is none", async () => {
  const provider = await providerOf(forgetful, "https://platform.invalid");
  const options = { secure_key: { enabled: true, key: "planted", type: 0 } };
  const made = await provider.create({ __urn: "urn:pulumi:a::b::c::d", rule: "/a", options });
  expect(made.outs?.__declared).toMatchObject(mark);
  const bare = await provider.create({ __urn: "urn:pulumi:a::b::c::d", rule: "/a", name: null });
  expect(bare.outs?.__declared ?? {}).not.toMatchObject(mark);
});

const handlers = {
  RuleTemplate: ruleTemplateHandler,
  RuleSet: ruleSetHandler,
  Cluster: clusterHandler,
  Reservation: reservationHandler,
  AppTemplate: appTemplateHandler,
  Secret: secretHandler,
};
const emulator = await platform({ apiKey: "planted-key", ...fast });
const control = controlOf(emulator);

/** Masks values with the engine's secret marker. */
function inClear(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClear);
  if (value === null || typeof value !== "object") return value;
  if ("4dabf18193072939515e22adb298388d" in value) return "marked";
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, inClear(below)]));
}

/** Copies the inputs with another value at one path. */
function changed(inputs: object, { path }: Leaf, value: unknown): Properties {
  const copy = structuredClone(inputs) as Properties;
  const holder = path.slice(0, -1).reduce<unknown>((at, part) => (at as Properties)[String(part)], copy);
  (holder as Properties)[String(path.at(-1))] = value;
  return copy;
}

/** Returns the error as text; empty if the action succeeds. */
async function textOf(action: () => Promise<unknown>): Promise<string> {
  try {
    await action();
    return "";
  } catch (error) {
    return JSON.stringify(error, Object.getOwnPropertyNames(error));
  }
}

/** Returns the other outputs: the engine itself marks the output with the name of the secret input. */
function besides(outputs: unknown, { path }: Leaf): unknown {
  const { [String(path[0])]: _own, ...others } = outputs as Properties;
  return unpacked(inClear(others) as Properties);
}

/** Decompresses the inputs in a compressed output, unless it is marked. */
function unpacked({ __packed, ...others }: Properties): Properties {
  return typeof __packed !== "string" || __packed === "marked"
    ? others
    : { ...others, __packed: inflateRawSync(Buffer.from(__packed, "base64")).toString() };
}

/** Returns a declaration that adopts the objects another declaration created. */
function adopting(type: Planted["type"], inputs: Properties, { id, outs = {} }: dynamic.CreateResult): Properties {
  if (type !== "RuleSet") return { ...inputs, __adopt: id };
  const copy = structuredClone(inputs) as { rules: Record<string, Properties> };
  for (const [key, rule] of Object.entries(copy.rules)) rule.import = String((outs.templateIds as Properties)[key]);
  return { ...copy };
}

/** Types with the same properties. Each covers every second property. */
const turns: Partial<Record<Planted["type"], number>> = { RuleTemplate: 0, RuleSet: 1 };

const shown = (Object.keys(handlers) as Planted["type"][]).filter((type) => !isRest() || type in turns);

describe.each(shown)("a %s with one secret text", (type) => {
  test("shows it in no output of another name, no failure and no error, wherever it stands", async () => {
    const provider = await providerOf(handlers[type], emulator.url);
    const { inputs, leaves } = planted(type);
    await seedPlanted(emulator);
    const turn = turns[type];
    const found: string[] = [];
    const refused: string[] = [];
    for (const [index, leaf] of leaves.entries()) {
      if (turn !== undefined && !isOwn(index % 2 === turn)) continue;
      const pointer = `/${leaf.path.map((part) => (typeof part === "number" ? "*" : String(part))).join("/")}`;
      const hidden = { __provider: "x", __urn: `urn:pulumi:a::b::c::${type}-${index}`, __secrets: [pointer] };
      const texts: [string, string][] = [];
      const checked = unmarked((await provider.check?.({}, { ...inputs, ...hidden }))?.inputs) as Properties;
      const made = await provider.create(checked);
      texts.push(["outputs", JSON.stringify(besides(made.outs, leaf))]);
      const state = { ...made.outs, ...(unmarked(made.outs) as Properties) };
      const read = await provider.read?.(String(made.id), state);
      texts.push(["outputs read", JSON.stringify(besides(read?.props, leaf))]);

      // Too long, or of another type; the old value is in state.
      for (const wrong of [`${leaf.value}${"-long".repeat(200)}`, { [leaf.value]: 1 }, [leaf.value, leaf.value]]) {
        const news: Properties = { ...changed(inputs, leaf, wrong), ...hidden };
        const failures = (await provider.check?.(checked, news))?.failures ?? [];
        texts.push(["check failure", JSON.stringify(failures)]);
        // The engine prints the value of the property in a check failure.
        for (const { property } of failures) texts.push([`value of ${property}`, JSON.stringify(news[property] ?? "")]);
      }
      // Adopt the object with inputs that differ from it.
      const other = changed(inputs, leaf, `${leaf.value.replace("pl4nt", "0ther")}`);
      const claim = { ...adopting(type, other, made), ...hidden, __urn: `${hidden.__urn}-other` };
      // In another run, because two resources of a program must not claim one object.
      const later = await providerOf(handlers[type], emulator.url);
      const adoption = JSON.stringify((await later.check?.({}, claim))?.failures);
      texts.push(["adoption", adoption]);
      if (adoption.includes("[secret]")) refused.push(leafName(leaf));

      // The platform refuses a change and echoes the request.
      const body = { errors: { a: [leaf.value, "planted-key"] }, message: `no ${leaf.value}`, error: leaf.value };
      await control.fault({ name: "status", status: 400, body });
      texts.push([
        "refused change",
        await textOf(async () => provider.update?.(String(made.id), state, changed(checked, leaf, `${leaf.value}y`))),
      ]);
      texts.push([
        "refused creation",
        await textOf(async () => provider.create({ ...checked, __urn: `${hidden.__urn}-2` })),
      ]);
      texts.push(["refused read", await textOf(async () => provider.read?.(String(made.id), state))]);
      await control.clearFaults();
      await provider.delete?.(String(made.id), state);
      for (const [channel, text] of texts)
        if (
          text.includes(leaf.value) &&
          !(channel.startsWith("refused") && leafName(leaf) === "name" && type === "Cluster")
        )
          found.push(`${channel} of ${leafName(leaf)}: ${text}`);
    }
    expect(found).toEqual([]);
    expect(refused.length).toBeGreaterThan(leaves.length / (turn === undefined ? 3 : 8));
  });
});

testOnce("arguments that are one secret are kept out of errors and of outputs of other names", async () => {
  const provider = await providerOf(ruleTemplateHandler, emulator.url);
  const hidden = { __provider: "x", __urn: "urn:pulumi:a::b::c::whole", __secrets: [""] };
  await control.fault({ name: "status", status: 400, body: { errors: { rule: ["no /planted-4711"] } } });
  const text = await textOf(() => provider.create({ rule: "/planted-4711", ruleType: 0, ...hidden }));
  expect(text).toContain("no [redacted]");
  await control.clearFaults();
  const { outs } = await provider.create({ rule: "planted-4712", ruleType: 0, ...hidden });
  expect(JSON.stringify(inClear(outs))).not.toContain("planted-4712");
});

/** Unwraps secrets, as the engine does for a provider that does not accept secrets. */
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (value === null || typeof value !== "object") return value;
  if ("4dabf18193072939515e22adb298388d" in value && "value" in value) return unmarked(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, unmarked(element)]));
}
