import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, test } from "vitest";
import { buildExecutable } from "../../provider/native/executable.ts";
import manifest from "../../provider/package.json" with { type: "json" };
import { builtPlugin, startCommand, startPlugin } from "../helpers/plugin.ts";

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

test("starts where no package and no network is, by its own executable", async () => {
  const { folder } = await builtPlugin();
  const env = { PATH: process.env.PATH, https_proxy: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
  const text = execFileSync(`${folder}/pulumi-resource-cloudplatform`, ["--version"], {
    cwd: "/",
    env,
    encoding: "utf8",
  });
  expect(text).toBe(`${manifest.version}\n`);
});

test("is one executable file with its Node.js, which serves an engine where there is none", async () => {
  const { file, folder } = await builtPlugin();
  const executable = await buildExecutable(file, join(folder, "executable"));
  const options = { cwd: "/", env: {} };
  expect(execFileSync(executable, ["--version"], { ...options, encoding: "utf8" })).toBe(`${manifest.version}\n`);
  const plugin = await startCommand(executable, [], {});
  const response = await plugin.call<unknown, providerProto.ProviderHandshakeResponse>(
    "handshake",
    new providerProto.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1"),
  );
  expect(response.toObject()).toMatchObject({ acceptSecrets: true });
  await plugin.end();
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
