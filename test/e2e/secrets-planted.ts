import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEvents } from "../../policies/cli/events.ts";
import { formatNames, formats } from "../../policies/cli/formats/index.ts";
import type { Report } from "../../policies/cli/report.ts";
import { commandLine } from "../cli/command-line.ts";
import { controlOf } from "../helpers/control.ts";
import { withoutEngineLog } from "../helpers/engine-log.ts";
import { type Leaf, leafName, type Planted, planted, plantedSet, unplantedPlaces } from "../helpers/planted.ts";
import { seedPlanted } from "../helpers/planted-seed.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const apiKey = "pl4nt-api-key-$7x3z9";
const emulator = await platform({ apiKey, speed: 20_000, recordBodies: false });

/** A proxy in front of the platform. With `echoes`, it refuses writes and echoes their bodies. */
let echoes = false;
const proxy = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (echoes && request.method !== "GET") {
    const sent = body.toString();
    const area = request.url?.split("/")[1] ?? "";
    const answer = errorShapes[area]?.(sent, String(request.headers.authorization)) ?? { error: sent };
    response.writeHead(400, {
      "content-type": "application/json",
      "x-request-id": sent.slice(0, 40).replace(/\W/g, ""),
    });
    response.end(JSON.stringify(answer));
    return;
  }
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const answer = await fetch(`${emulator.url}${request.url}`, {
    method: request.method,
    headers: headers as Record<string, string>,
    body: body.length > 0 ? body : undefined,
  });
  const text = await answer.text();
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" }).end(text);
});

/** Each area's error format for a refused request, by the first path segment. */
const errorShapes: Record<string, (sent: string, key: string) => object> = {
  cdn: (sent, key) => ({
    errors: { options: [`cannot use ${sent}`], rule: [Buffer.from(sent).toString("base64"), key] },
  }),
  k8s: (sent, key) => ({
    exception_class: "BadRequest",
    message: `bad: ${sent}`,
    invalid_fields: { a: [encodeURIComponent(sent), key] },
  }),
  edgeapp: (sent, key) => ({ error: `invalid ${JSON.stringify(sent)} of ${key}` }),
};

/** A declaration in the program. */
interface Declaration extends Planted {
  provider: ProviderKind;
  source: (typeof sources)[number];
}

/** Ways in which a program can obtain a secret. */
const sources = ["secret", "configured", "later"] as const;
/**
 * Whether to add declarations in which only one string is secret, or one in each rule; their other strings are not searched for. They
 * make up most of the stack, so only the file named `alone` has them, for every fourth string. `engine/secrets` covers each string.
 */
const isAlone = (expect.getState().testPath ?? "").includes("alone");
/** Each type with both providers, alternating between the sources. */
const everything: Declaration[] = providerKinds.flatMap((provider, turn) =>
  sources.flatMap((source, place) =>
    types()
      .filter((_, index) => (index + place + turn) % sources.length === 0)
      .map((type) => ({ ...planted(type), provider, source })),
  ),
);
const single: { declared: Declaration; leaves: Leaf[] }[] = (isAlone ? types() : []).flatMap((type) => {
  if (type === "RuleSet") return singleRules();
  const count = planted(type).leaves.length;
  return Array.from({ length: Math.ceil(count / 4) }, (_, turn) => {
    const index = 4 * turn;
    const declared = planted(type);
    // If omitted, the log topic is named after the cluster.
    const logging = declared.inputs.logging as Record<string, unknown> | undefined;
    if (isPartOfId(declared.leaves[index]?.path ?? [])) delete logging?.topicName;
    return { declared: { ...declared, ...servedBy(index) }, leaves: declared.leaves.slice(index, index + 1) };
  });
});

/** Returns a set for each provider. Each of its rules has a different secret string of a rule template. */
function singleRules() {
  const keys = planted("RuleTemplate").leaves.map((_, index) => `rule-${index}`);
  return providerKinds.map((provider, turn) => {
    const declared = { ...plantedSet(keys), provider, source: sources[turn] ?? "secret" };
    const leaves = keys.flatMap((key, index) =>
      declared.leaves.filter(({ path }) => path[1] === key).slice(index, index + 1),
    );
    return { declared, leaves };
  });
}

/** Alternates the single secrets between sources and providers; whole declarations cover all strings with both providers. */
function servedBy(index: number): Pick<Declaration, "provider" | "source"> {
  const [count, turn] = [sources.length, Math.floor(index / sources.length)];
  return {
    provider: providerKinds[turn % providerKinds.length] ?? "dynamic",
    source: sources[index % count] ?? "secret",
  };
}

function types(): Planted["type"][] {
  return ["RuleTemplate", "RuleSet", "Cluster", "Reservation", "AppTemplate", "Secret"];
}

const secrets: { leaf: Leaf; name: string }[] = [
  ...everything.flatMap(({ type, leaves, provider }, index) =>
    leaves.map((leaf) => ({ leaf, name: `${type} ${index} ${provider} ${leafName(leaf)}` })),
  ),
  ...single.flatMap(({ declared, leaves }) =>
    leaves.map((leaf) => ({ leaf, name: `${declared.type} alone ${declared.provider} ${leafName(leaf)}` })),
  ),
];

const classes = {
  RuleTemplate: "cdn.RuleTemplate",
  RuleSet: "cdn.RuleSet",
  Cluster: "kubernetes.Cluster",
  Reservation: "reservations.Reservation",
  AppTemplate: "edge.AppTemplate",
  Secret: "edge.Secret",
};

/** Returns a declaration as program text, with some of its strings secret. */
function declaration(
  name: string,
  { type, inputs, provider }: Declaration,
  leaves: readonly Leaf[],
  source: (text: string) => string,
  options = "",
) {
  const expressions: string[] = [];
  const copy = structuredClone(inputs);
  for (const { path, value } of leaves) {
    const holder = path.slice(0, -1).reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)[part], copy);
    (holder as Record<PropertyKey, unknown>)[path.at(-1) as PropertyKey] = `@@${expressions.push(source(value)) - 1}@@`;
  }
  const text = JSON.stringify(type === "RuleSet" ? listed(copy as unknown as SetInputs) : copy).replace(
    /"@@(\d+)@@"/g,
    (_, index: string) => expressions[Number(index)] ?? "",
  );
  return `new ${provider}.${classes[type]}("${name}", ${text}${options});`;
}

/** Inputs of a rule set. */
interface SetInputs {
  rules: Record<string, object>;
  order: string[];
}

/** Converts a rule set's inputs to its class's arguments. */
function listed({ rules, order }: SetInputs) {
  return { rules: order.map((key) => ({ key, ...rules[key] })) };
}

const sourceOf: Record<(typeof sources)[number], (text: string) => string> = {
  secret: (text) => `pulumi.secret(${JSON.stringify(text)})`,
  configured: (text) => `configured(${JSON.stringify(text)})`,
  later: (text) => `later(${JSON.stringify(text)})`,
};

/** All secrets. Programs read configured secrets by their index in this list. */
const all = secrets.map(({ leaf }) => leaf.value);
const prelude = `
  import * as native from "@cloudplatform/pulumi/native";
  const dynamic = cloudplatform;
  const known = ${JSON.stringify(all)};
  const texts = new pulumi.Config("planted").requireSecretObject("texts");
  const configured = (text) => texts.apply((list) => list[known.indexOf(text)] ?? text);
  const first = new cdn.RuleTemplate("first", { rule: "/first", ruleType: 0 });
  const later = (text) => pulumi.secret(first.id.apply(() => text));`;

/** Returns a program with all declarations. Changes the strings of the given types, or of all types. */
function program(change: (leaf: Leaf) => string = ({ value }) => value, ...changing: Planted["type"][]): string {
  const changeOf = (type: Planted["type"], leaf: Leaf) =>
    changing.length === 0 || changing.includes(type) ? change(leaf) : leaf.value;
  const lines = everything.map((one, index) => {
    const byValue = new Map(one.leaves.map((leaf) => [leaf.value, changeOf(one.type, leaf)]));
    return declaration(`all-${index}`, one, one.leaves, (text) => sourceOf[one.source](byValue.get(text) ?? text));
  });
  const alone = single.map(({ declared, leaves }, place) => {
    const byValue = new Map(leaves.map((leaf) => [leaf.value, changeOf(declared.type, leaf)]));
    return declaration(`one-${place}`, declared, leaves, (text) =>
      sourceOf[declared.source](byValue.get(text) ?? text),
    );
  });
  return [prelude, ...lines, ...alone].join("\n");
}

let stack: TestStack;
/** Everything that commands printed or logged, by channel. */
const channels: [string, string][] = [];

beforeAll(async () => {
  await seedPlanted(emulator);
  proxy.listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { folder } = await builtPlugin();
  const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
  stack = await openStack({
    url,
    apiKey,
    env,
    plugins: [folder],
    ...(isAlone && { secretsProvider: "passphrase" as const }),
  });
  await stack.config("planted:texts", JSON.stringify(all), { secret: true });
});
afterAll(async () => {
  proxy.close();
  await stack.remove();
});

async function run(channel: string, command: string, ...args: string[]) {
  const done = await stack.run(command, ...args);
  channels.push([channel, [done.output, ...done.diagnostics, ...done.progress].join("\n")]);
  return done;
}

/** Paths without a planted string, and the reason. All other strings are planted. */
const ofRuleTemplate: Record<string, string> = {
  ...words("overrideOriginProtocol", "options.allowedHttpMethods.value[0]", "options.stale.value[0]"),
  ...words("options.country_acl.policy_type", "options.ip_address_acl.policy_type"),
  ...words("options.referrer_acl.policy_type", "options.user_agent_acl.policy_type"),
  ...words("options.request_limiter.rate_unit", "options.limit_bandwidth.limit_type", "options.rewrite.flag"),
  ...words("options.response_headers_hiding_policy.mode", "options.sni.sni_type"),
  "options.country_acl.excepted_values[0]": "a country has two letters",
  "options.brotli_compression.value[0]": "the contract lists the media types",
  "options.proxy_connect_timeout.value": "from 1s to 5s",
  "options.proxy_read_timeout.value": "from 1s to 30s",
  "options.force_return.time_interval.start_time": "a time of day",
  "options.force_return.time_interval.end_time": "a time of day",
};

/** Paths without a planted string by type, and the reason. */
const unplanted: Record<Planted["type"], Record<string, string>> = {
  RuleTemplate: ofRuleTemplate,
  RuleSet: {
    ...Object.fromEntries(Object.entries(ofRuleTemplate).map(([place, why]) => [`rules.images.${place}`, why])),
    "order[0]": "a key of the program",
  },
  Cluster: {
    version: "the platform lists the versions",
    ...words("pools[0].bootVolumeType", "pools[0].servergroupPolicy", "authentication.oidc.signingAlgs[0]"),
    ...words("cni.provider", "cni.cilium.lbMode", "cni.cilium.tunnel", "cni.cilium.routingMode"),
  },
  Reservation: words("period", "resources[0].resourceType"),
  AppTemplate: words("params[0].dataType"),
  Secret: {},
};

function words(...places: string[]): Record<string, string> {
  return Object.fromEntries(places.map((place) => [place, "the contract lists the words"]));
}

test("a secret is planted in every text input that can hold one", () => {
  for (const type of types())
    expect([type, unplantedPlaces(planted(type)).sort()]).toEqual([type, Object.keys(unplanted[type]).sort()]);
});

test("no planted secret appears in any output, and all of them reach the platform", async () => {
  await stack.program(program());
  const shown = await run("preview --json", "preview", "--json");
  expect(shown.code, shown.diagnostics.join("\n").slice(0, 3000)).toBe(0);
  const warned =
    shown.diagnostics.join("\n").split("name is marked as secret and part of the id of the resource").length - 1;
  expect(warned).toBe(secrets.filter(({ leaf, name }) => name.startsWith("Cluster") && isPartOfId(leaf.path)).length);
  const made = await run("up", "up", "--yes", "--skip-preview", "--diff", "--parallel", "32");
  expect(made.code, made.output.slice(-3000)).toBe(0);
  const stored = JSON.stringify(await Promise.all(collections.map((name) => control.state(name))));
  // Timeouts of operations are not sent to the platform.
  const sent = secrets.filter(({ leaf }) => leaf.path[0] !== "timeouts");
  expect(sent.length).toBeLessThan(secrets.length);
  expect(sent.filter(({ leaf }) => !stored.includes(storedAs(leaf))).map(({ name }) => name)).toEqual([]);
  await emulatorPages("after the first up");
  if (isAlone) expect((await run("preview of no change", "preview", "--diff", "--expect-no-changes")).code).toBe(0);

  // The platform refuses every write and echoes it, and our processes log to the terminal.
  await stack.program(
    program(
      ({ path, value }) => (isPartOfId(path) ? value : changed(value, "y")),
      "RuleTemplate",
      "RuleSet",
      "AppTemplate",
    ),
  );
  echoes = true;
  const refused = await run("refused changes", "up", "--yes", "--skip-preview", "--diff", "-v=9", "--logtostderr");
  echoes = false;
  expect(refused.diagnostics.join("\n")).toContain("the platform answered 400");

  // Failed checks: a string that is too long, and an immutable reservation. The engine stops at the first failure.
  await stack.program(program(({ value }) => `${value}${"-and-more".repeat(300)}`, "AppTemplate"));
  const failed = await run("failed checks", "preview");
  expect(failed.diagnostics.join("\n")).toContain("characters long");

  if (isAlone) await moreFailedChecks();

  // The engine's own import with the native provider: it reads values from the platform that the program declares secret.
  await stack.program(`${prelude}\n${await imports()}`);
  const imported = await run("imports", "up", "--yes", "--skip-preview", "--diff", "--target", "**imported-*");
  expect(imported.code, imported.output.slice(-3000)).toBe(0);
  expect(imported.changes.import).toBeGreaterThanOrEqual(3);
  if (isAlone) await run("refresh", "refresh", "--yes", "--skip-preview", "--diff");
  await stack.program(program());
  await reports();
  await commands();
  await emulatorPages("at the end");
  const exported = await run("stack export", "stack", "export");
  expect(exported.code).toBe(0);
  const found = [...channels, ...files()].flatMap(leaksIn);
  expect(found).toEqual([]);
});

/** Tests the messages of other checks, each in its own preview. */
async function moreFailedChecks(): Promise<void> {
  await stack.program(program(({ value }) => changed(value, "z"), "Reservation"));
  const guarded = await run("a change that is refused", "preview");
  expect(guarded.diagnostics.join("\n")).toMatch(/changes from (1 × )?\[secret\] to (1 × )?\[secret\]/);

  // Adopts an existing object under another name, with inputs that differ from it. The program no longer declares it elsewhere.
  await stack.program(`${prelude}\n${await adoptions()}`);
  const adopted = await run("refused adoptions", "preview");
  expect(adopted.diagnostics.join("\n")).toMatch(/the program says \[secret\], the platform has \[secret\]/);
}

/** Collects the policy pack's report in every format. */
async function reports(): Promise<void> {
  const before = new Set(files().map(([file]) => file));
  await run("policies", "preview", "--policy-pack", join(import.meta.dirname, "../../policies"));
  const report: Report = {
    ...{ packs: {}, source: "preview", changes: {}, findings: [], errors: [], notes: [], relaxed: [] },
    notEvaluated: {},
  };
  for (const [file, text] of files()) if (!before.has(file) && file.includes("events-")) readEvents(text, report);
  expect(report.findings.length).toBeGreaterThan(3);
  for (const name of formatNames) channels.push([`policy report as ${name}`, formats[name](report)]);
}

/** Collects the command's output about objects on the platform, where only values recognizable as secrets can be hidden. */
async function commands(): Promise<void> {
  const [template] = await control.state("ruleTemplates");
  const keys = secrets.filter(({ leaf }) => leafName(leaf) === "options.secure_key.key").map(({ leaf }) => leaf.value);
  for (const args of [
    ["cdn", "rule-templates"],
    ["cdn", "rule-template", String(template?.id)],
  ])
    for (const format of [[], ["--json"]]) {
      const { out, err } = await commandLine(emulator.url, [...args, ...format], {
        environment: { CLOUDPLATFORM_API_KEY: apiKey },
      });
      for (const key of [...keys, apiKey]) expect(`${out}${err}`).not.toContain(key);
    }
}

/**
 * Collects the emulator's request log and console. The emulator's data, which the route `state` returns and the console shows on a
 * click, is the only place where the strings must be (and are, see above).
 */
async function emulatorPages(when: string): Promise<void> {
  for (const page of ["requests", "summary", ""]) {
    const answer = await fetch(`${emulator.url}/_emulator/${page}`);
    expect(answer.status).toBe(200);
    channels.push([`emulator /${page} ${when}`, await answer.text()]);
  }
  expect(channels.at(-3)?.[1]).toContain('"[text]"');
}

const control = controlOf(emulator);
const collections = ["ruleTemplates", "clusters", "reservations", "appTemplates", "secrets"];

/** Returns a program that adopts copies of objects with inputs that differ from them. */
function adoptions(): Promise<string> {
  const isMeant = (one: Declaration) => one.provider === "dynamic" && copied[one.type] !== undefined;
  return existing("adopted", isMeant, (_, text) => changed(text, "z"));
}

/** Returns a program that imports copies of the stack's objects unchanged. The copies are in no state. */
function imports(): Promise<string> {
  return existing(
    "imported",
    (one) => one.provider === "native" && copied[one.type] !== undefined && one.type !== "RuleSet",
    (_, text) => text,
  );
}

const copied: Partial<Record<Planted["type"], "ruleTemplates" | "appTemplates" | "secrets">> = {
  ...{ RuleTemplate: "ruleTemplates", RuleSet: "ruleTemplates", AppTemplate: "appTemplates", Secret: "secrets" },
};

/** Copies an object on the platform. Returns the copy's id. */
function copyOf({ type }: Declaration, id: unknown): string {
  const records = emulator.platform.store[copied[type] ?? "secrets"];
  const copy = records.nextId();
  records.put(copy, { ...records.get(Number(id)), id: copy } as never);
  return String(copy);
}

/** Returns declarations of copies of existing objects: objects in the stack's state cannot be imported again. */
async function existing(
  name: string,
  isMeant: (one: Declaration) => boolean,
  textOf: (one: Declaration, text: string) => string,
): Promise<string> {
  const resources = await stack.resources();
  const lines = everything.map((one, index) => {
    if (!isMeant(one)) return "";
    const found = resources.find(({ urn }) => urn.endsWith(`::all-${index}`));
    const source = (text: string) => sourceOf.secret(textOf(one, text));
    if (one.type === "RuleSet")
      return declaration(
        `${name}-${index}`,
        withImports(one, found?.outputs?.templateIds as Record<string, number>),
        one.leaves,
        source,
      );
    return declaration(`${name}-${index}`, one, one.leaves, source, `, { import: "${copyOf(one, found?.id)}" }`);
  });
  return lines.join("\n");
}

/** Returns a rule set that imports copies of another set's rule templates. */
function withImports(one: Declaration, templateIds: Record<string, number>): Declaration {
  const { rules, order } = one.inputs as unknown as SetInputs;
  const imported = order.map((key) => [key, { ...rules[key], import: copyOf(one, templateIds[key]) }]);
  return { ...one, inputs: { rules: Object.fromEntries(imported), order } };
}

/** Returns a string as the platform stores it: the values of secrets as checksums. */
function storedAs({ path, value }: Leaf): string {
  return path[0] === "secretSlots" ? createHash("sha256").update(value).digest("hex") : value;
}

/** Returns another string of the same format: a preview's messages must not depend on which resource the engine checks first. */
function changed(text: string, ending: string): string {
  const network = /^(.*\/)(\d+)$/.exec(text);
  if (network !== null) return `${network[1]}${Number(network[2]) + 1}`;
  if (/:[A-Z]\w+$/.test(text)) return `${ending}${text}`;
  if (/^\d+$/.test(text)) return text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  if (text.startsWith("5ec4e7")) return text.replace(/^./, "6");
  return /^[\dh]+s$/.test(text) ? `2${text.slice(1)}` : `${text}${ending}`;
}

/** Whether a path is a cluster's name, which is part of its id and of request URLs. */
function isPartOfId(path: readonly PropertyKey[]): boolean {
  return path.length === 1 && path[0] === "name";
}

/**
 * Finds secrets in a channel, except those that Pulumi itself shows:
 * - ids, always in clear text (https://github.com/pulumi/pulumi/issues/2717): a cluster's id contains its name;
 * - the engine's own log. Logs of our processes are searched.
 */
function leaksIn([channel, text]: [string, string]): string[] {
  const shown = withInflated(withoutEngineLog(text));
  const withoutIds = shown.replace(clusterIds, "");
  const key = shown.includes(apiKey) || shown.includes("7x3z9") ? [`${channel}: API key`] : [];
  // One search for all secrets first, because 1,000 separate searches would be slow.
  if (!anyName.test(withoutIds) && !anyOther.test(shown)) return key;
  const leaks = secrets.flatMap((secret) => {
    const { leaf, name } = secret;
    const rest = isClusterName(secret) ? withoutIds : shown;
    const at = rest.indexOf(leaf.value);
    return at < 0 ? [] : [`${channel}: ${name}: ${rest.slice(Math.max(0, at - 150), at + 40)}`];
  });
  return [...key, ...leaks];
}

/** Whether a secret is a cluster's name, which ids contain, too. */
function isClusterName({ leaf, name }: (typeof secrets)[number]): boolean {
  return name.startsWith("Cluster") && isPartOfId(leaf.path);
}

function anyOf(some: typeof secrets): RegExp {
  return new RegExp(
    some
      .map(({ leaf }) => leaf.value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .sort()
      .join("|"),
  );
}

const anyName = anyOf(secrets.filter(isClusterName));
const anyOther = anyOf(secrets.filter((secret) => !isClusterName(secret)));

/** Matches the clusters' ids, which contain their names. */
const clusterIds = new RegExp(
  `1/76/(${secrets
    .filter(isClusterName)
    .map(({ leaf }) => leaf.value)
    .join("|")})`,
  "g",
);

/** Appends decompressed copies of compressed parts, such as the rules of a set in state. */
function withInflated(text: string): string {
  const inflated = [...new Set(text.match(/[A-Za-z0-9+/]{60,}={0,2}/g))].flatMap((packed) => {
    try {
      return [inflateRawSync(Buffer.from(packed, "base64")).toString()];
    } catch {
      return [];
    }
  });
  return [text, ...inflated].join("\n");
}

/** Returns all files that the tools wrote. The program itself contains the strings in clear text. */
function files(): [string, string][] {
  return readdirSync(stack.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index.ts")
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file.slice(stack.folder.length), readFileSync(file, "utf8")]);
}
