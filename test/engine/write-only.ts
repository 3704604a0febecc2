import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { seal, unseal } from "../../provider/engine/records/record-facts.ts";
import { marked } from "../../provider/pulumi/formats/markers.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import { controlOf } from "../helpers/control.ts";
import type { Harness } from "../helpers/harness.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { rowsOf } from "../helpers/rest.ts";

/** Secrets that must not appear in any state, create record or message (input `writeOnly`). */
const emulator = await platform();
const { store, faults, requests } = emulator.platform;
const control = controlOf(emulator);
const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  faults.clear();
  await control.reset();
  rmSync(folder, { recursive: true, force: true });
});

/** A declaration with two secrets and another input. */
interface Kind {
  handler: AnyHandler;
  /** @param secrets The second is a header, if the resource has headers, as the provider receives it. */
  declared(secrets: readonly [string, unknown], other: string): Record<string, unknown>;
  /** Paths of the inputs that are secret only because the program marks them. */
  paths: string[];
  /** Returns the platform's object. */
  live(): unknown;
  /** Changes the object outside Pulumi. */
  change(): void;
}

const rule = ([key, header]: readonly [string, unknown], other: string) => ({
  rule: "/signed/.*",
  ruleType: 0,
  options: {
    secure_key: { enabled: true, key, type: 0 },
    staticRequestHeaders: { enabled: true, value: { Authorization: header, "X-Other": other } },
  },
});
const headerPath = "/options/staticRequestHeaders/value/Authorization";

function secrets() {
  return store.secrets.all().filter((one) => one.name === "token");
}

function checksumOf(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

function templates() {
  return store.ruleTemplates.all().filter((one) => JSON.stringify(one).includes("/signed/"));
}

function changeTemplate() {
  const [one] = templates();
  if (one === undefined) throw new Error("There is no template.");
  const options = JSON.parse(JSON.stringify(one.options).replace(/"key":"[^"]*"/, '"key":"pl4nt-foreign"'));
  store.ruleTemplates.put(one.id, { ...one, options });
}

const kinds: Record<string, Kind> = {
  "edge secret": {
    handler: secretHandler,
    declared: ([first, second], other) => ({
      name: "token",
      comment: other,
      secretSlots: [
        { slot: 0, value: first },
        { slot: 1_900_000_000, value: second },
      ],
    }),
    paths: ["/secretSlots/*/value"],
    live: secrets,
    change() {
      const [one] = secrets();
      if (one === undefined) throw new Error("There is no secret.");
      const foreign = { slot: 0, checksum: checksumOf("pl4nt-foreign") };
      store.secrets.put(one.id, { ...one, secret_slots: [foreign, ...one.secret_slots.slice(1)] });
    },
  },
  "rule template": {
    handler: ruleTemplateHandler,
    declared: (secrets, other) => rule(secrets, other),
    paths: [headerPath],
    live: templates,
    change: changeTemplate,
  },
  "rule set": {
    handler: ruleSetHandler,
    declared: (secrets, other) => ({ rules: { signed: rule(secrets, other) }, order: ["signed"] }),
    paths: [`/rules/signed${headerPath}`],
    live: templates,
    change: changeTemplate,
  },
};

let clients = 0;

const encodings = [
  (text: string) => text,
  (text: string) => Buffer.from(text).toString("base64").slice(0, -4),
  (text: string) => Buffer.from(text).toString("hex"),
  checksumOf,
];

/** Returns the planted secrets that a file or state contains in any encoding. */
function plantedIn(value: unknown): string[] {
  const text = JSON.stringify(value);
  return ["pl4nt-key", "pl4nt-header", "pl4nt-foreign", "pl4nt-new"].filter((planted) =>
    encodings.some((encoded) => text.includes(encoded(planted))),
  );
}

const changes = () =>
  requests
    .list({})
    .filter(({ method }) => method !== "GET")
    .map(({ method }) => method);

const rows = Object.entries(kinds).flatMap(([kind, of], column) =>
  // e2e/write-only covers the other rows of `npm test`.
  rowsOf(providerKinds, column + 1).map((provider) => ({ provider, kind, of })),
);

describe.each(rows)("a write-only $kind of the $provider provider", ({ provider, kind, of }) => {
  let serial = 0;
  /** Inputs as the engine sends them: the dynamic provider receives plain values and a separate list of secret paths. */
  function inputs({ key = "pl4nt-key", header = "pl4nt-header", other = "plain", writeOnly = true } = {}) {
    const isNative = provider === "native";
    const declared = of.declared([key, isNative && kind !== "edge secret" ? marked(header) : header], other);
    return { ...declared, ...(writeOnly && { writeOnly }), ...(!isNative && { __secrets: of.paths }) };
  }
  const harnessOf = (name = `one-${++serial}`) =>
    open[provider](of.handler, emulator, `${kind.replace(" ", "-")}-${name}`, {
      // A separate client, as in another process.
      "cloudplatform:pollTimeoutSeconds": String(7200 + ++clients),
    });

  /** Opens the same resource in a new process of the dynamic provider. */
  function again(harness: Harness, name: string): Harness {
    const next = harnessOf(name);
    next.state = harness.state;
    return next;
  }

  test("is created, changed and deleted without its values in state", async () => {
    const one = harnessOf("life");
    await one.up(inputs());
    expect(plantedIn(of.live())).toEqual(["pl4nt-key", "pl4nt-header"]);
    expect(plantedIn(one.state)).toEqual([]);
    const next = again(one, "life");
    expect(await next.preview(inputs())).toBe("same");
    expect(await next.preview(inputs({ key: "pl4nt-new" }))).toBe("update");
    await next.up(inputs({ key: "pl4nt-new" }));
    expect(plantedIn(of.live())).toEqual(["pl4nt-header", "pl4nt-new"]);
    expect(plantedIn(next.state)).toEqual([]);
    await next.up(inputs({ key: "pl4nt-new", other: "another" }));
    expect(JSON.stringify(of.live())).toContain("another");
    const last = again(next, "life");
    expect(await last.preview(inputs({ key: "pl4nt-new", other: "another" }))).toBe("same");
    await last.destroy();
    expect(of.live()).toEqual([]);
  });

  test("shows a change of somebody else, and restores the value", async () => {
    const one = harnessOf("drift");
    await one.up(inputs());
    const next = again(one, "drift");
    expect(await next.refresh()).toBe(true);
    expect(await next.preview(inputs())).toBe("same");
    of.change();
    expect(await next.refresh()).toBe(true);
    expect(plantedIn(next.state)).toEqual([]);
    const last = again(next, "drift");
    expect(await last.preview(inputs())).toBe("update");
    await last.up(inputs());
    expect(plantedIn(of.live())).toEqual(["pl4nt-key", "pl4nt-header"]);
    expect(plantedIn(last.state)).toEqual([]);
  });

  test("removes the values from state, restores them, and changes nothing on the platform", async () => {
    const one = harnessOf("moved");
    await one.up(inputs({ writeOnly: false }));
    expect(plantedIn(one.state)).not.toEqual([]);
    requests.clear();
    const next = again(one, "moved");
    expect(await next.preview(inputs())).toBe("update");
    await next.up(inputs());
    expect(plantedIn(next.state)).toEqual([]);
    expect(await again(next, "moved").preview(inputs())).toBe("same");
    const last = again(next, "moved");
    await last.up(inputs({ writeOnly: false }));
    expect(plantedIn(last.state)).not.toEqual([]);
    expect(JSON.stringify(last.state)).not.toMatch(/write-only:|writeOnly/);
    expect(await again(last, "moved").preview(inputs({ writeOnly: false }))).toBe("same");
    expect(changes()).toEqual([]);
  });

  test("requires a value that only the state could provide", async () => {
    const one = harnessOf("ignored");
    await one.up(inputs());
    // The inputs that ignoreChanges produces.
    const next = again(one, "ignored");
    const ignored = JSON.parse(JSON.stringify(bare(one.state?.inputs)));
    const [first, second] = JSON.stringify(ignored).match(/write-only:[\w-]{32}/g) ?? [];
    expect(second).toBeDefined();
    const kept = { ...of.declared([first ?? "", second], "plain"), writeOnly: true };
    expect(await next.preview(kept)).toBe("same");
    const added = { ...of.declared(["pl4nt-new", second], "plain"), writeOnly: true };
    const failures = (await next.check(added)).failures;
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toMatch(
      /is needed for this change.* not in state \(writeOnly\): take it out of ignoreChanges/,
    );
    const foreign = "write-only:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const [copied] = (await next.check({ ...of.declared([foreign, second], "plain"), writeOnly: true })).failures;
    expect(copied?.reason).toContain("stands for a value that is not stored");
    const [stored] = (await next.check(of.declared([first ?? "", second], "plain"))).failures;
    expect(stored?.reason).toContain("cannot be stored from now on");
    const [created] = (await harnessOf("new").check(kept)).failures;
    expect(created?.reason).toContain("is needed to create the object");
  });

  test.each([
    ["with the same value", "pl4nt-key"],
    ["with another value", "pl4nt-new"],
  ])("is created once when a run is killed, %s, and no record has a value", async (way, key) => {
    const name = `killed-${way.replaceAll(" ", "-")}`;
    await harnessOf(name).up(inputs());
    kill();
    const next = harnessOf(name);
    await next.up(inputs({ key }));
    expect(of.live()).toHaveLength(1);
    expect(plantedIn(of.live())).toContain(key);
    expect(plantedIn(next.state)).toEqual([]);
    expect(await again(next, name).preview(inputs({ key }))).toBe("same");
  });
});

/** Removes the id from the record of a finished create, as if the run had been killed before it arrived. */
function kill(): void {
  const [file, ...others] = readdirSync(folder).filter((one) => one.endsWith(".json"));
  if (file === undefined || others.length > 0) throw new Error("There is not one record.");
  const { sealed, ...rest } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  // Encrypted, because the record contains the key.
  const { id, ...facts } = JSON.parse(unseal(sealed, "local") ?? "");
  expect(id).toBeDefined();
  expect(plantedIn(facts)).toEqual([]);
  expect(JSON.stringify(facts.asked)).toContain("write-only:");
  writeFileSync(join(folder, file), JSON.stringify({ ...rest, sealed: seal(JSON.stringify(facts), "local") }));
}

/** Removes the engine's secret markers. */
function bare(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if ("4dabf18193072939515e22adb298388d" in value) return bare((value as unknown as { value: unknown }).value);
  if (Array.isArray(value)) return value.map(bare);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, bare(element)]));
}
