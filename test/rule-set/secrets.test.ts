import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform({ apiKey: "planted-key" });
const control = controlOf(emulator);
const mark = "4dabf18193072939515e22adb298388d";

async function openProvider() {
  const provider = dynamicProvider(ruleSetHandler);
  const config: Record<string, string> = {
    "cloudplatform:baseUrl": emulator.url,
    "cloudplatform:apiKey": "planted-key",
  };
  await provider.configure?.({ config: { get: (key: string) => config[key] } as never });
  return provider;
}

/** Creates a set with one rule that has secrets at the given paths. */
async function made(name: string, rule: Properties, ...secrets: string[]) {
  const provider = await openProvider();
  const __urn = `urn:pulumi:a::b::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleSet::${name}`;
  const hidden = { __provider: "x", __urn, ...(secrets.length > 0 && { __secrets: secrets }) };
  const rules = { images: { rule: `/${name}/.*`, ruleType: 0, ...rule } };
  const checked = await provider.check?.({}, { rules, order: ["images"], ...hidden });
  const { id, outs = {} } = await provider.create(bare(checked?.inputs) as Properties);
  return { provider, id, outs };
}

/** Unwraps secrets, as the engine does for a provider that does not accept secrets. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (value === null || typeof value !== "object") return value;
  if (mark in value) return bare((value as { value?: unknown }).value);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, bare(element)]));
}

/** Decompresses the copy of the rules, whether it is encrypted or not. */
function inflated(outs: Properties): string {
  return inflateRawSync(Buffer.from(bare(outs.__packed) as string, "base64")).toString();
}

const isEncrypted = ({ __packed }: Properties) => typeof __packed === "object" && __packed !== null && mark in __packed;

test("the compressed copy of the rules is encrypted only where one of them has a secret", async () => {
  const open = await made("open", { options: { hostHeader: { enabled: true, value: "shown" } } });
  expect(isEncrypted(open.outs)).toBe(false);
  expect(inflated(open.outs)).toContain('"shown"');

  const keyed = await made("keyed", { options: { secure_key: { enabled: true, key: "planted-4711", type: 0 } } });
  expect(isEncrypted(keyed.outs)).toBe(true);
  expect(inflated(keyed.outs)).toContain("planted-4711");

  const place = "/rules/images/options/hostHeader/value";
  const named = await made("named", { options: { hostHeader: { enabled: true, value: "planted-4712" } } }, place);
  expect(isEncrypted(named.outs)).toBe(true);
});

test("the copy is encrypted if a secret is too short to be found in texts, or everything is secret", async () => {
  const options = { image_stack: { enabled: true, quality: 24 } };
  const short = await made("short", { options }, "/rules/images/options/image_stack/quality");
  expect(isEncrypted(short.outs)).toBe(true);
  expect(isEncrypted((await made("whole", { options }, "")).outs)).toBe(true);
});

test("the copy is encrypted when a refresh finds another value in place of a secret", async () => {
  const options = { hostHeader: { enabled: true, value: "planted-4713" } };
  const { provider, id, outs } = await made("drift", { options }, "/rules/images/options/hostHeader/value");
  const { images } = outs.templateIds as Record<string, number>;
  const found = (await control.state("ruleTemplates")).find((one) => one.id === images);
  const { store } = emulator.platform;
  store.ruleTemplates.put(images as number, {
    ...(found as never as ReturnType<typeof store.ruleTemplates.all>[number]),
    options: { hostHeader: { enabled: true, value: "rotated-4714" } },
  });
  const { props = {} } = (await provider.read?.(id, bare(outs) as Properties)) ?? {};
  expect(inflated(props)).toContain("rotated-4714");
  expect(isEncrypted(props)).toBe(true);
});
