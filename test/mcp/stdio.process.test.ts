import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { until } from "../helpers/until.ts";
import { callTool } from "./connect.ts";

/** `cloudplatform mcp` as an assistant starts it, over stdin and stdout: 0.5 s of processor time per process. */
const emulator = await platform();
const command = fileURLToPath(new URL("../../provider/cli/start.cjs", import.meta.url));
const environment = {
  PATH: process.env.PATH ?? "",
  CLOUDPLATFORM_BASE_URL: emulator.url,
  CLOUDPLATFORM_API_KEY: "local",
};
const folder = mkdtempSync(join(tmpdir(), "mcp-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("an assistant lists the tools and calls them; the server ends when it leaves", async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [command, "mcp"], env: environment });
  const client = new Client({ name: "assistant", version: "1" });
  await client.connect(transport);
  expect(client.getServerVersion()).toMatchObject({ name: "cloudplatform" });
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  expect(JSON.parse((await callTool(client, "edge_getApps", { status: 5 })).text)).toMatchObject({ count: 1 });
  expect((await callTool(client, "explain", { name: "CP1103" })).text).toContain("Fix: ");
  expect(await callTool(client, "edge_getApps", { limit: 0 })).toMatchObject({ isError: true });
  const { pid } = transport;
  await client.close();
  await until("the server has ended", async () => {
    try {
      process.kill(pid ?? 0, 0);
      return undefined;
    } catch {
      return true;
    }
  });
});

/** Makes every import of the SDK fail, as if it were not installed. */
const missing = join(folder, "missing.cjs");
writeFileSync(
  missing,
  `require("node:module").registerHooks({ resolve(specifier, context, next) {
    if (!specifier.startsWith("@modelcontextprotocol/")) return next(specifier, context);
    throw Object.assign(new Error("missing: " + specifier), { code: "ERR_MODULE_NOT_FOUND" });
  } });`,
);
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["--require", missing, command, ...args], { env: environment }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

test("names the package to install if the SDK is missing", async () => {
  expect(await run("mcp")).toMatchObject({
    ...{ code: 1, stdout: "" },
    stderr:
      "cloudplatform mcp needs the package @modelcontextprotocol/server: npm install --save-dev @modelcontextprotocol/server [CP3006]\n",
  });
});

test("other commands load no SDK", async () => {
  expect((await run("explain", "CP1103")).stdout).toMatch(/^CP1103: /);
});
