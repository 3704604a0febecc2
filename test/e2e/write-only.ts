import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine } from "../cli/command-line.ts";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { isRest } from "../helpers/rest.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

/**
 * Searches everything that Pulumi writes, plans, and policy inputs for secrets that must not be stored, with both providers in one
 * stack. Only the real engine shows which of a program's inputs it stores.
 */
const emulator = await platform({ recordBodies: false });
const control = controlOf(emulator);
let stack: TestStack;

/** Places with unique strings. Each string contains a number that the program changes. */
const places = ["slot", "later", "key", "header", "list", "rule"] as const;
const providers = ["dynamic", "native"] as const;
const textOf = (provider: string, place: string, number: number) => `pl4nt-${provider}-${place}-${number}`;

/** npm test uses part of the matrix, because hashing a value is slow by design. */
const kindsOf = {
  dynamic: isRest() ? ["secret", "template", "set"] : ["secret", "set"],
  native: isRest() ? ["secret", "template", "set"] : ["template"],
};
const placesOf = { secret: ["slot", "later"], template: ["key", "header", "list"], set: ["rule"] } as const;

/** Number of values on the platform when all resources exist. */
const count = providers.flatMap((provider) =>
  kindsOf[provider].flatMap((kind) => placesOf[kind as keyof typeof placesOf]),
).length;
const resources = providers.flatMap((provider) => kindsOf[provider]).length;

/** @param number The number in all strings. */
function program(number: number, { writeOnly = true, names = "first" } = {}): string {
  const option = writeOnly ? "writeOnly: true," : "";
  const of = (provider: (typeof providers)[number]) => {
    const text = (place: (typeof places)[number]) => `pulumi.secret("${textOf(provider, place, number)}")`;
    // A value that depends on another resource is unknown in a preview that creates that resource.
    const later = `pulumi.secret(first.id.apply(() => "${textOf(provider, "later", number)}"))`;
    const secret = `
      new ${provider}.edge.Secret("${provider}-secret", { name: "${provider}-${names}", ${option}
        secretSlots: [{ slot: 0, value: ${text("slot")} }, { slot: 1900000000, value: ${later} }] });`;
    const template = `
      new ${provider}.cdn.RuleTemplate("${provider}-template", { rule: "/${provider}/.*", ruleType: 0, ${option}
        options: {
          secure_key: { enabled: true, key: ${text("key")}, type: 0 },
          staticRequestHeaders: { enabled: true, value: { Authorization: ${text("header")}, "X-Shown": "shown" } },
          static_response_headers: { enabled: true, value: [{ name: "X-Token", value: ["shown", ${text("list")}] }] },
        } });`;
    const set = `
      new ${provider}.cdn.RuleSet("${provider}-set", { ${option}
        rules: [{ key: "one", rule: "/${provider}-set/.*", ruleType: 0,
          options: { secure_key: { enabled: true, key: ${text("rule")}, type: 0 } } }] });`;
    const all = { secret, template, set };
    return kindsOf[provider].map((kind) => all[kind as keyof typeof all]).join("\n");
  };
  return `
    import * as native from "@cloudplatform/pulumi/native";
    const dynamic = cloudplatform;
    const first = new cdn.RuleTemplate("first", { rule: "/first", ruleType: 0 });
    ${providers.map(of).join("\n")}`;
}

beforeAll(async () => {
  const { folder } = await builtPlugin();
  stack = await openStack({ url: emulator.url, plugins: [folder] });
  const pack = join(stack.folder, "pack");
  mkdirSync(pack);
  writeFileSync(join(pack, "PulumiPolicy.yaml"), "runtime:\n  name: nodejs\n  options:\n    typescript: false\n");
  writeFileSync(join(pack, "package.json"), '{ "name": "writes", "version": "1.0.0", "main": "index.cjs" }');
  // A policy pack that writes its inputs to a file.
  writeFileSync(
    join(pack, "index.cjs"),
    `const { appendFileSync } = require("node:fs");
    const { PolicyPack } = require("@pulumi/policy");
    const write = (value) => appendFileSync(${JSON.stringify(join(stack.folder, "policies.txt"))}, JSON.stringify(value) + "\\n");
    new PolicyPack("writes", { policies: [
      { name: "one", description: "-", enforcementLevel: "advisory", validateResource: ({ type, props }) => write({ type, props }) },
      { name: "stack", description: "-", enforcementLevel: "advisory",
        validateStack: ({ resources }) => resources.forEach(({ type, props }) => write({ type, props })) },
    ] });`,
  );
});
afterAll(() => stack.remove());

const printed: string[] = [];

async function run(command: string, ...args: string[]) {
  const { code, output, diagnostics, progress, changes } = await stack.run(command, ...args);
  printed.push(output, ...diagnostics, ...progress);
  expect(code, [...diagnostics, output].join("\n").slice(0, 3000)).toBe(0);
  return changes;
}

const up = (...args: string[]) => run("up", "--yes", "--skip-preview", "--diff", ...args);
const nothingToDo = () => run("preview", "--diff", "--expect-no-changes");

/** All strings of the first programs, in every encoding in which they may be written. */
const planted = providers.flatMap((provider) =>
  places.flatMap((place) =>
    [1, 2, 3, 4].flatMap((number) => {
      const text = textOf(provider, place, number);
      const base64 = Buffer.from(text)
        .toString("base64")
        .replace(/.{0,2}=*$/, "");
      return [text, base64, Buffer.from(text).toString("hex"), createHash("sha256").update(text).digest("hex")];
    }),
  ),
);

function found(text: string): string[] {
  return planted.filter((one) => text.includes(one));
}

/** Returns the strings found in files that tools wrote and in printed output. */
function leaks(): string[] {
  const files = readdirSync(stack.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index.ts")
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.some((file) => file.endsWith("policies.txt"))).toBe(true);
  return [
    ...files.flatMap((file) => found(readFileSync(file, "latin1")).map((one) => `${file}: ${one}`)),
    ...found(printed.join("\n")).map((one) => `printed: ${one}`),
  ];
}

/** Returns the state in clear text, and the paths of its encrypted values. */
async function decrypted() {
  const clear = await stack.run("stack", "export", "--show-secrets");
  expect(clear.code).toBe(0);
  const encrypted = (await stack.resources())
    .filter(({ inputs }) => inputs.writeOnly === true)
    .flatMap(({ urn, inputs, outputs }) => [...markedIn(inputs), ...markedIn(outputs)].map((path) => `${urn} ${path}`));
  return { text: clear.output, encrypted };
}

function markedIn(value: unknown, path = ""): string[] {
  if (value === null || typeof value !== "object") return [];
  if ("ciphertext" in value) return [path];
  return Object.entries(value).flatMap(([key, below]) => markedIn(below, `${path}/${key}`));
}

/** Returns how many strings with this number the platform has. */
async function onPlatform(number: number): Promise<number> {
  const collections = await Promise.all(["ruleTemplates", "secrets"].map((name) => control.state(name)));
  const text = JSON.stringify(collections);
  const isThere = (one: string) => text.includes(one) || text.includes(createHash("sha256").update(one).digest("hex"));
  return providers.flatMap((provider) => places.map((place) => textOf(provider, place, number))).filter(isThere).length;
}

test("values of write-only resources are in no file, plan, policy input or message, not even encrypted", async () => {
  const pack = ["--policy-pack", "pack"];
  const plan = join(stack.folder, "plan.json");
  // npm test covers plans and the refresh.
  const planned = async (...args: string[]) => {
    if (isRest()) return [];
    await run("preview", "--diff", "--save-plan", plan, ...args);
    return ["--plan", plan];
  };
  await stack.program(program(1));
  // Our own rules accept a value that is not stored as they accept a secret.
  await up(...(await planned(...pack)), ...pack, "--policy-pack", join(import.meta.dirname, "../../policies"));
  expect(await onPlatform(1)).toBe(count);
  if (!isRest()) {
    await run("refresh", "--yes", "--skip-preview", "--diff");
    await nothingToDo();
  }

  await stack.program(program(2));
  const changed = await up(...(await planned()), ...pack);
  expect(changed.update).toBe(resources);
  expect([await onPlatform(1), await onPlatform(2)]).toEqual([0, count]);
  await nothingToDo();
  if (isRest()) await run("preview", "--json");

  const { text, encrypted } = await decrypted();
  expect(found(text)).toEqual([]);
  // Only the write-only keys and the compressed rules of a set are encrypted.
  expect(encrypted.filter((path) => !/\/__(writeOnly|packed)$/.test(path))).toEqual([]);
  expect(leaks()).toEqual([]);
  const policies = readFileSync(join(stack.folder, "policies.txt"), "utf8");
  expect(policies).toMatch(/"secretSlots":\[\{"slot":0,"value":"write-only:[\w-]{32}"/);
  expect(policies).not.toContain("__writeOnly");
});

if (isRest()) {
  test("a review of changed values contains only hashes, and can be applied", async () => {
    await stack.program(program(3));
    const environment = { ...(stack.env as Record<string, string>), CLOUDPLATFORM_REVIEW_KEY: "key of the reviews" };
    const command = async (...args: string[]) => {
      const { code, out, err } = await commandLine("", [...args, "--no-policies", "-C", stack.folder], { environment });
      printed.push(out, err);
      expect(code, out + err).toBe(0);
    };
    const folder = join(stack.folder, "review");
    await command("review", "--output", folder);
    expect(readFileSync(join(folder, "review.json"), "utf8")).toContain("secretSlots");
    await command("apply", "--review", join(folder, "review.json"));
    expect([await onPlatform(2), await onPlatform(3)]).toEqual([0, count]);
    expect(found((await decrypted()).text)).toEqual([]);
    expect(leaks()).toEqual([]);
  });

  test("an import with write-only values stores none of them", async () => {
    const url = `${emulator.url}/cdn/resources/rule_templates`;
    const options = { secure_key: { enabled: true, key: textOf("dynamic", "key", 4), type: 0 } };
    const response = await fetch(url, {
      ...{ method: "POST", headers: { authorization: "apikey local", "content-type": "application/json" } },
      body: JSON.stringify({ name: "imported", rule: "/imported/.*", ruleType: 0, weight: 77, options }),
    });
    const { id } = (await response.json()) as { id: number };
    const declared = `
    new cdn.RuleTemplate("imported", { name: "imported", rule: "/imported/.*", ruleType: 0, weight: 77, writeOnly: true,
      options: { secure_key: { enabled: true, key: pulumi.secret("${textOf("dynamic", "key", 4)}"), type: 0 } } }`;
    await stack.program(`${program(3)}\n${declared}, { import: "${id}" });`);
    await up();
    await stack.program(`${program(3)}\n${declared});`);
    await nothingToDo();
    const { text } = await decrypted();
    expect(text).toContain('"imported"');
    expect(found(text)).toEqual([]);
    expect(leaks()).toEqual([]);
  });

  test("a forced replacement, an update with the values and a destroy succeed", async () => {
    const urns = (await stack.resources()).filter(({ urn }) => /-(secret|template)$/.test(urn)).map(({ urn }) => urn);
    await stack.program(program(3, { names: "second" }));
    expect((await up(...urns.flatMap((urn) => ["--replace", urn]))).replace).toBe(4);
    expect(await onPlatform(3)).toBe(count);
    await nothingToDo();
    const { text } = await decrypted();
    expect(found(text)).toEqual([]);
    expect(leaks()).toEqual([]);
  });

  test("a stack moves to write-only values and back without a change on the platform", async () => {
    await stack.program(program(3, { writeOnly: false, names: "second" }));
    const before = JSON.stringify([await control.state("ruleTemplates"), await control.state("secrets")]);
    expect((await up()).update).toBe(6);
    await nothingToDo();
    expect(found((await decrypted()).text)).not.toEqual([]);
    await stack.program(program(3, { names: "second" }));
    expect((await up()).update).toBe(6);
    await nothingToDo();
    expect(JSON.stringify([await control.state("ruleTemplates"), await control.state("secrets")])).toBe(before);
    const { text, encrypted } = await decrypted();
    expect(found(text)).toEqual([]);
    expect(encrypted.filter((path) => !/\/__(writeOnly|packed)$/.test(path))).toEqual([]);
    // For a dynamic provider without an explicit Provider, Pulumi itself stores values from the configuration.
    await stack.config("test:token", "pl4nt-configured", { secret: true });
    const configured = (provider: string, options = "") => `
    const value = new pulumi.Config("test").requireSecret("token");
    ${provider === "native" ? 'import * as native from "@cloudplatform/pulumi/native";' : ""}
    ${options === "" ? "" : `const provider = new cloudplatform.Provider("own", { baseUrl: "${emulator.url}", apiKey: "local" });`}
    new ${provider === "native" ? "native." : ""}edge.Secret("one", { name: "one", secretSlots: [{ slot: 0, value }], writeOnly: true }${options});`;
    for (const [provider, options, isStored] of [
      ["native", "", false],
      ["dynamic", ", { provider }", false],
      ["dynamic", "", true],
    ] as const) {
      await run("destroy", "--yes", "--skip-preview");
      await stack.program(configured(provider, options));
      const { diagnostics } = await stack.run("up", "--yes", "--skip-preview");
      expect((await decrypted()).text.includes("pl4nt-configured"), `${provider}${options}`).toBe(isStored);
      expect(diagnostics.join("\n").includes("is in the stack's configuration")).toBe(isStored);
    }
    // Destroy does not run the program.
    await run("destroy", "--yes", "--skip-preview");
    expect(await onPlatform(3)).toBe(0);
  });
}
