// Installs the plugin with the Pulumi CLI as users do: a process for each command, and a download server.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { writeArchives } from "../../provider/pack/native/archives.ts";
import { buildExecutable } from "../../provider/pack/native/executable.ts";
import manifest from "../../provider/package.json" with { type: "json" };
import { publisher } from "../../provider/pulumi/native/schema/publisher.ts";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { platform } from "../helpers/platform.ts";
import { builtPlugin, startCommand } from "../helpers/plugin.ts";
import { runCommand as run } from "../helpers/run.ts";
import { openStack } from "../helpers/stack.ts";

const folder = mkdtempSync(join(tmpdir(), "install-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { version } = manifest;
const schemaFile = fileURLToPath(new URL("../../provider/pulumi/native/schema.json", import.meta.url));
const cli = await ensurePulumi({ log: () => undefined });
const archives = await writeArchives(folder, version);
const system = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
const archive = archives.find((file) => file.endsWith(`-${system}.tar.gz`)) ?? "";

/** Runs a CLI command with its own Pulumi home. */
function pulumi(home: string, ...args: string[]) {
  const env = { ...process.env, ...cli.env, PULUMI_HOME: join(folder, home), PULUMI_SKIP_UPDATE_CHECK: "1" };
  mkdirSync(env.PULUMI_HOME, { recursive: true });
  return run("pulumi", args, { env, cwd: folder });
}

const installed = (home: string) =>
  existsSync(join(folder, home, `plugins/resource-cloudplatform-v${version}/pulumi-resource-cloudplatform`));

test("an archive for each platform has a checksum", () => {
  expect(archives.map((file) => basename(file))).toHaveLength(7);
  const sums = readFileSync(archives.at(-1) ?? "", "utf8");
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  expect(sums).toContain(`${sum}  ${basename(archive)}`);
});

test("the CLI installs the plugin from its archive, and from its folder", async () => {
  const { folder: plugin } = await builtPlugin();
  for (const [home, file] of [
    ["from-archive", archive],
    ["from-folder", plugin],
  ] as const) {
    const done = await pulumi(home, "plugin", "install", "resource", "cloudplatform", version, "-f", file);
    expect(done.code, done.output).toBe(0);
    expect(installed(home), done.output).toBe(true);
  }
  const schema = await pulumi("from-archive", "package", "get-schema", `cloudplatform@${version}`);
  expect(schema.code, schema.output).toBe(0);
  expect(schema.output).toContain('"pluginDownloadURL"');
});

/** Starts a server with the archives of a release that records requested URLs. */
async function releaseServer() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const file = archives.find((one) => request.url === `/plugins/${basename(one)}`);
    if (file === undefined) response.writeHead(404).end();
    else response.end(readFileSync(file));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/plugins`, asked };
}

test("the CLI downloads the plugin from a server", async () => {
  const { url, asked } = await releaseServer();
  const done = await pulumi("from-server", "plugin", "install", "resource", "cloudplatform", version, "--server", url);
  expect(done.code, done.output).toBe(0);
  expect(asked).toEqual([`/plugins/${basename(archive)}`]);
  expect(installed("from-server")).toBe(true);
});

test("an update downloads the plugin from the address in the schema, which each SDK sends", async () => {
  const emulator = await platform();
  const { url, asked } = await releaseServer();
  const { pluginDownloadURL } = publisher;
  const stack = await openStack({
    url: emulator.url,
    env: {
      PULUMI_HOME: join(folder, "from-schema"),
      PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${pluginDownloadURL}=${url}`,
    },
  });
  onTestFinished(() => stack.remove());
  const options = JSON.stringify({ version, pluginDownloadURL });
  await stack.program(
    `new pulumi.CustomResource("cloudplatform:cdn:RuleTemplate", "a", { rule: "/a/", ruleType: 0 }, ${options});`,
  );
  const up = await stack.up("--stack", "test");
  expect(up.code, up.output).toBe(0);
  expect(asked).toEqual([`/plugins/${basename(archive)}`]);
  expect(installed("from-schema")).toBe(true);
});

test("a package is added from the folder of the plugin, its executable or its version", async () => {
  const { folder: plugin } = await builtPlugin();
  await pulumi("added", "plugin", "install", "resource", "cloudplatform", version, "-f", archive);
  for (const from of [plugin, join(plugin, "pulumi-resource-cloudplatform"), `cloudplatform@${version}`]) {
    const { code, output } = await pulumi("added", "package", "get-schema", from);
    expect(code, output).toBe(0);
    expect(JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1))).toMatchObject({ version });
  }
});

test("the schema passes pulumi schema check", async () => {
  const { code, output } = await pulumi("checked", "schema", "check", schemaFile);
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/error|warning/i);
});

test("pulumi do lists what can be imported", async () => {
  const emulator = await platform();
  process.env.CLOUDPLATFORM_BASE_URL = emulator.url;
  process.env.CLOUDPLATFORM_API_KEY = "local";
  await pulumi("listed", "plugin", "install", "resource", "cloudplatform", version, "-f", archive);
  const { code, output } = await pulumi("listed", "do", "cloudplatform:edge:Secret", "list");
  expect(code, output).toBe(0);
  for (const { id } of emulator.platform.store.secrets.all()) expect(output).toMatch(new RegExp(`\\b${id}\\b`));
});

test("the single executable has its licenses in it, and serves an engine where there is no Node.js", async () => {
  const { file } = await builtPlugin();
  const executable = await buildExecutable(file, join(folder, "executable"));
  const options = { cwd: "/", env: {} };
  const { output } = await run(executable, ["--licenses"], options);
  for (const text of ["Apache License", "zod ", "undici ", "Node.js v"]) expect(output).toContain(text);
  expect((await run(executable, ["--version"], options)).output).toBe(`${version}\n`);
  const plugin = await startCommand(executable, [], {});
  const response = await plugin.call<unknown, providerProto.ProviderHandshakeResponse>(
    "handshake",
    new providerProto.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1"),
  );
  expect(response.toObject()).toMatchObject({ acceptSecrets: true });
  await plugin.end();
});
