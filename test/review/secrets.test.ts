import { expect, test } from "vitest";
import { secretSignature, signatureKey } from "../../provider/pulumi/formats/markers.ts";
import { readEngineEvents } from "../../provider/review/model/events.ts";
import { parsePlan } from "../../provider/review/model/plan.ts";
import { noRegistrations } from "../../provider/review/model/registrations.ts";
import type { Finding } from "../../provider/review/model/schema.ts";
import { buildReview, type Material } from "../../provider/review/plan/build.ts";
import { render } from "../../provider/review/render/formats.ts";
import { platform } from "../helpers/platform.ts";
import { recorded, startedAt } from "./material.ts";

/** A review's files contain no secret that a text repeats: 23 places, every usual encoding, with and without a plan. */
const emulator = await platform();

const secret = { [signatureKey]: secretSignature };

/** Secret of the program. The recorded plan has it in clear text. */
const ofProgram = "planted-after";
/** Secret of a failed preview. Only the engine's calls have it. */
const ofCalls = 'p/äss wörd+&<"quoted">=';
const ofEnvironment = "token-of-the-environment";
const ofUrl = "p%40ssword-of-a-backend";

const encodings: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  JSON: (secret) => JSON.stringify({ secret }),
  "JSON in JSON": (secret) => JSON.stringify(JSON.stringify({ secret })),
  "\\u": (secret) => [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  percent: encodeURIComponent,
  form: (secret) => new URLSearchParams({ secret }).toString(),
  HTML: (secret) => [...secret].map((one) => `&#${one.codePointAt(0)};`).join(""),
  Base64: (secret) => Buffer.from(secret).toString("base64"),
  "Base64 within more": (secret) => Buffer.from(`user:${secret}!`).toString("base64url"),
  hexadecimal: (secret) => Buffer.from(secret).toString("hex"),
  "upper hexadecimal": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
};

const finding: Finding = {
  kind: "violation",
  level: "mandatory",
  severity: "high",
  pack: "other",
  rule: "r",
  urn: "urn:pulumi:a::b::c::d",
  resource: "d",
  message: "m",
  remediation: "n",
};

type Policies = NonNullable<Material["policies"]>;

/** Writes a text to a place in the material of a review. */
type Place = (material: Material & { policies: Policies }, text: string) => void;

function step({ events }: Material, op: string) {
  const found = events.steps.find((one) => one.op === op);
  if (!found?.new?.inputs) throw new Error(`There is no ${op}.`);
  return { ...found, step: found, inputs: found.new.inputs };
}

const finds = ({ policies }: { policies: Policies }, given: Partial<Finding>) =>
  policies.findings.push({ ...finding, ...given });

const places: Record<string, Place> = {
  "an error of the preview": ({ events }, text) => events.errors.push(`error: ${text}`),
  "an error of a provider": ({ events }, text) => events.errors.push(`urn:x: failed: {"body": "${text}"}`),
  "a configuration value": ({ events, plan }, text) =>
    Object.assign(plan?.config ?? events.configuration, { "test:other": text }),
  "an input": (material, text) => Object.assign(step(material, "update").inputs, { name: text }),
  "a key of an input": (material, text) => Object.assign(step(material, "update").inputs, { [text]: 1 }),
  "a list": (material, text) => Object.assign(step(material, "update").inputs, { tags: ["a", { b: text }] }),
  "a long value": (material, text) =>
    Object.assign(step(material, "update").inputs, { name: `${text}${"y".repeat(2_000)}` }),
  "the name of a resource": (material, text) =>
    Object.assign(step(material, "create").step, { urn: `urn:pulumi:test::test::a:b:C::${text}` }),
  "a type": (material, text) => Object.assign(step(material, "create").step, { type: `other:${text}:T` }),
  "a reason of a replacement": (material, text) =>
    Object.assign(material.events.steps.find((one) => one.op === "replace") ?? {}, { keys: [text] }),
  "an id": (material, text) => Object.assign(step(material, "update").step, { old: { id: text, inputs: {} } }),
  drift: ({ events }, text) => {
    for (const one of events.refreshed) if (one.new) one.new.inputs = { ...one.new.inputs, name: text };
  },
  "a policy's message": (material, text) => finds(material, { message: text }),
  "a policy's name": (material, text) => finds(material, { rule: text }),
  "a policy's remediation": (material, text) => finds(material, { remediation: text }),
  "a policy's resource": (material, text) => finds(material, { resource: text, urn: text }),
  "what is not evaluated": (material, text) =>
    finds(material, { kind: "not-evaluated", level: "advisory", message: text }),
  "a waiver": ({ policies }, text) => policies.waivers.push(text),
  "a relaxation": ({ policies }, text) => policies.relaxed.push(text),
  "the name of a pack": ({ policies }, text) => Object.assign(policies.packs, { [text]: "1" }),
  "a sample URL": (material, text) => Object.assign(material, { urls: [`https://cdn.example/${text}`] }),
  "the commit": (material, text) => Object.assign(material, { commit: text }),
  "an argument": (material, text) => Object.assign(material, { arguments: ["--config", text] }),
};

function material(failed: boolean): Material & { policies: Policies } {
  return {
    ...{
      kind: "change",
      project: "test",
      stack: "test",
      urls: [],
      commit: undefined,
      now: startedAt,
      lifetimeMs: 1_000,
    },
    events: readEngineEvents(recorded("preview.jsonl")),
    state: recorded("state.json"),
    plan: failed ? undefined : parsePlan(recorded("plan.json")),
    registrations: { ...noRegistrations, secrets: [ofCalls] },
    policies: { packs: {}, findings: [], waivers: [], relaxed: [], errors: [] },
    environment: {
      ...{ CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local", SOME_ACCESS_TOKEN: ofEnvironment },
      PULUMI_BACKEND_URL: `postgres://user:${ofUrl}@db.example/state`,
    },
    signal: new AbortController().signal,
  };
}

const known = [ofCalls, ofEnvironment, ofUrl, decodeURIComponent(ofUrl)];

test.each(Object.entries(places))("the review holds no planted secret in %s", async (_, plant) => {
  for (const failed of [false, true]) {
    const secrets = failed ? known : [ofProgram, ...known];
    const forms = secrets.flatMap((secret) =>
      Object.entries(encodings).map(([name, encode]) => [name, encode(secret)]),
    );
    const given = material(failed);
    plant(given, forms.map(([, form]) => form).join(" "));
    const review = await buildReview(given);
    for (const format of ["json", "markdown", "html", "text"] as const) {
      const text = render(review, format);
      // Also finds secrets in the escaped form that a format uses.
      const found = forms.filter(
        ([, form = ""]) => text.includes(form) || text.includes(JSON.stringify(form).slice(1, -1)),
      );
      expect(found, format).toEqual([]);
    }
  }
});

test("a long value is cut after its secrets are removed", async () => {
  const given = material(false);
  places["an input"]?.(given, `${"x".repeat(195)}${ofProgram}${"y".repeat(2_000)}`);
  expect(render(await buildReview(given), "json")).toContain(`${"x".repeat(195)}[secr…`);
});

test("the paths are shown by a review", async () => {
  const hidden: string[] = [];
  for (const [name, plant] of Object.entries(places)) {
    const given = material(false);
    plant(given, "MARK-OF-A-PLACE");
    if (!render(await buildReview(given), "json").includes("MARK-OF-A-PLACE")) hidden.push(name);
  }
  expect(hidden).toEqual([]);
});

test("of the declared inputs that the provider stores as one secret, only what stands nowhere in clear is secret", async () => {
  const given = material(false);
  const state = JSON.parse(given.state);
  for (const { inputs, outputs } of state.deployment.resources)
    if (outputs?.__declared !== undefined)
      outputs.__declared = { ...secret, plaintext: JSON.stringify({ ...inputs, key: "of-an-earlier-run" }) };
  given.events.errors.push("failed: of-an-earlier-run");
  const review = await buildReview({ ...given, state: JSON.stringify(state) });
  const text = render(review, "json");
  expect(text).not.toContain("of-an-earlier-run");
  const { changes } = review.operations.find(({ name }) => name === "edge") ?? {};
  expect(changes).toEqual([{ path: "keypair", kind: "update", old: "ops", new: "ops2" }]);
});
