// On POSIX alone: it starts the executable, a shell script, and ends it by SIGINT.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../provider/package.json" with { type: "json" };
import { builtPlugin, startPlugin } from "../helpers/plugin.ts";

test("is one file without Pulumi's SDK: only the messages of its protocol are in it", async () => {
  const { modules } = await builtPlugin();
  const ofPulumi = modules.filter((path) => path.includes("/node_modules/@pulumi/"));
  expect(ofPulumi.length).toBeGreaterThan(0);
  expect(ofPulumi.filter((path) => !path.includes("/node_modules/@pulumi/pulumi/proto/"))).toEqual([]);
});

test("says its version without an engine", async () => {
  const { file } = await builtPlugin();
  expect(execFileSync(process.execPath, [file, "--version"], { encoding: "utf8" })).toBe(`${manifest.version}\n`);
});

test("starts without packages and network, by its own executable", async () => {
  const { folder } = await builtPlugin();
  const env = { PATH: process.env.PATH, https_proxy: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
  const text = execFileSync(`${folder}/pulumi-resource-cloudplatform`, ["--version"], {
    cwd: "/",
    env,
    encoding: "utf8",
  });
  expect(text).toBe(`${manifest.version}\n`);
});

test("keeps Node's compile cache in its own folder, and starts if it cannot", async () => {
  const copy = mkdtempSync(join(tmpdir(), "plugin-copy-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync((await builtPlugin()).folder, copy, { recursive: true });
  const cache = join(copy, "compile-cache");
  rmSync(cache, { recursive: true, force: true });
  const start = () => {
    const env = { PATH: process.env.PATH, NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
    const { stdout, stderr } = spawnSync(`${copy}/pulumi-resource-cloudplatform`, ["--version"], {
      env,
      encoding: "utf8",
    });
    expect(stdout.split("\n")).toContain(manifest.version);
    return /cloudplatform\.cjs was accepted/.test(stdout + stderr);
  };
  expect(start()).toBe(false);
  expect(start()).toBe(true);
  for (const file of readdirSync(cache, { recursive: true, withFileTypes: true }))
    if (file.isFile()) writeFileSync(join(file.parentPath, file.name), "not what Node has written");
  expect(start()).toBe(false);
  rmSync(cache, { recursive: true });
  writeFileSync(cache, "no folder");
  expect(start()).toBe(false);
});

test("takes secrets from the engine, but neither outputs nor references to resources", async () => {
  const plugin = await startPlugin();
  const response = await plugin.call<unknown, providerProto.ProviderHandshakeResponse>(
    "handshake",
    new providerProto.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1"),
  );
  expect(response.toObject()).toMatchObject({ acceptSecrets: true, acceptResources: false, acceptOutputs: false });
  await plugin.end();
});

test("ends when its engine has ended", async () => {
  const engine = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => engine.once("listening", resolve));
  const { port } = engine.address() as { port: number };
  const plugin = await startPlugin({}, `127.0.0.1:${port}`);
  const ended = new Promise((resolve) => plugin.process.once("exit", resolve));
  engine.close();
  expect(await ended).toBe(0);
});

test("ends at once when its engine sends SIGINT", async () => {
  const plugin = await startPlugin();
  const ended = new Promise((resolve) => plugin.process.once("exit", resolve));
  plugin.process.kill("SIGINT");
  expect(await ended).toBe(0);
});
