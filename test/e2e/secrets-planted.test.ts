import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Leaf, leafName, type Planted, planted } from "../helpers/planted.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const apiKey = "pl4nt-api-key-$7f3a";
const emulator = await platform({ apiKey, speed: 20_000 });

/** Stands before the platform; when it is told to, it refuses what changes something and repeats all of it. */
const echoes = false;
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

/** What each area says of a request that it refuses, by the first word of the path. */
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

/** How a program may come by a secret. */
const sources = ["secret", "configured", "later"] as const;
const everything: Planted[] = sources.flatMap(() => types().map((type) => planted(type)));
/** Of these one text alone is secret; the others of the same declaration are not looked for. */
const single = types().flatMap((type) => {
  const count = planted(type).leaves.length;
  return Array.from({ length: count }, (_, index) => ({ declared: planted(type), index })).filter(
    ({ declared, index }) => !isShared(declared.leaves[index] as Leaf),
  );
});

function types(): Planted["type"][] {
  return ["RuleTemplate", "Cluster", "Reservation", "AppTemplate"];
}

/** Names of the platform's own objects, which several declarations use. */
function isShared({ value }: Leaf): boolean {
  return /^(g1|bm1)-/.test(value);
}

const secrets: { leaf: Leaf; name: string }[] = [
  ...everything.flatMap(({ type, leaves }, index) =>
    leaves.map((leaf) => ({ leaf, name: `${type} ${index} ${leafName(leaf)}` })),
  ),
  ...single.map(({ declared, index }) => {
    const leaf = declared.leaves[index] as Leaf;
    return { leaf, name: `${declared.type} alone ${leafName(leaf)}` };
  }),
];

const classes = {
  RuleTemplate: "cdn.RuleTemplate",
  Cluster: "kubernetes.Cluster",
  Reservation: "reservations.Reservation",
  AppTemplate: "edge.AppTemplate",
};

/** A declaration as program text, with some of its texts secret. */
function declaration(
  name: string,
  { type, inputs }: Planted,
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
  const text = JSON.stringify(copy).replace(/"@@(\d+)@@"/g, (_, index: string) => expressions[Number(index)] ?? "");
  return `new ${classes[type]}("${name}", ${text}${options});`;
}

const sourceOf: Record<(typeof sources)[number], (text: string) => string> = {
  secret: (text) => `pulumi.secret(${JSON.stringify(text)})`,
  configured: (text) => `configured(${JSON.stringify(text)})`,
  later: (text) => `later(${JSON.stringify(text)})`,
};

/** Statements that all programs of this test share: configured texts are found by their place in a list. */
const all = secrets.map(({ leaf }) => leaf.value);
const prelude = `
  const known = ${JSON.stringify(all)};
  const texts = new pulumi.Config("planted").requireSecretObject("texts");
  const configured = (text) => texts.apply((list) => list[known.indexOf(text)] ?? text);
  const first = new cdn.RuleTemplate("first", { rule: "/first", ruleType: 0 });
  const later = (text) => pulumi.secret(first.id.apply(() => text));`;

function program(change: (leaf: Leaf) => string = ({ value }) => value): string {
  const lines = everything.map((one, index) => {
    const source = sources[Math.floor(index / types().length)] ?? "secret";
    const byValue = new Map(one.leaves.map((leaf) => [leaf.value, change(leaf)]));
    return declaration(`all-${index}`, one, one.leaves, (text) => sourceOf[source](byValue.get(text) ?? text));
  });
  const alone = single.map(({ declared, index }, place) => {
    const leaf = declared.leaves[index] as Leaf;
    const source = sources[place % sources.length] ?? "secret";
    return declaration(`one-${place}`, declared, [leaf], () => sourceOf[source](change(leaf)));
  });
  return [prelude, ...lines, ...alone].join("\n");
}

let stack: TestStack;
/** Everything that commands have printed or logged, by channel. */
const channels: [string, string][] = [];

beforeAll(async () => {
  proxy.listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  stack = await openStack({ url, apiKey, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
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

test("no planted secret is found in any channel", async () => {
  await stack.program(program());
  expect((await run("preview --json", "preview", "--json")).code).toBe(0);
  await run("preview --diff", "preview", "--diff");
  const made = await run("up", "up", "--yes", "--skip-preview", "--diff", "--parallel", "32");
  expect(made.output).toMatch(/created/);
  expect(made.code, made.output.slice(-3000)).toBe(0);
  console.log(channels.map(([n, t]) => `${n} ${t.length}`).join(), secrets.length);
  report();
}, 600_000);

function report() {
  for (const [channel, text] of [...channels, ...files()])
    for (const { leaf, name } of secrets)
      if (text.includes(leaf.value))
        console.log(
          channel,
          name,
          leaf.value,
          text.slice(text.indexOf(leaf.value) - 200, text.indexOf(leaf.value) + 60),
        );
}

function files(): [string, string][] {
  return readdirSync(stack.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index.ts")
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file, "utf8")]);
}
