import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Emulator, type EmulatorOptions, startEmulator } from "@cloudplatform/emulator";
import {
  type Client,
  type ClientOptions,
  createClient,
  type OperationClient,
  scopeOf,
} from "@cloudplatform/pulumi/client";
import { afterAll } from "vitest";
import { sendControl } from "./control.ts";

/** Starts an emulator in this process and closes it after the tests of the file. Its request log shows all values. */
export async function platform(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
  const emulator = await startEmulator({ port: 0, recordBodies: true, ...options });
  afterAll(() => emulator.close());
  return emulator;
}

/** A client with which a test can also send requests outside an operation. */
export type TestClient = Client & Pick<OperationClient, "call">;

/** Creates a client for an emulator. */
export function clientOf(emulator: { url: string }, options: ClientOptions = {}): TestClient {
  const client = createClient({ baseUrl: emulator.url, apiKey: "local", ...options });
  const own = client.bind(scopeOf("the test"));
  return Object.assign(client, { call: own.call.bind(own) as OperationClient["call"] });
}

/** An emulator in a separate process, which can be killed and restarted with the same state and port. */
export interface PlatformProcess {
  readonly url: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Sends a request to a control route and returns its response. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  remove(): Promise<void>;
}

export async function platformProcess(...args: string[]): Promise<PlatformProcess> {
  const data = mkdtempSync(join(tmpdir(), "platform-"));
  const cli = fileURLToPath(new URL("../../emulator/cli.ts", import.meta.url));
  let url = "";
  let child: ReturnType<typeof spawn> | undefined;
  const start = async () => {
    const port = url === "" ? "0" : new URL(url).port;
    child = spawn(process.execPath, [cli, "--data", data, "--port", port, "--api-key", "local", ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    url = await readyUrl(child);
  };
  await start();
  const kill = async (signal: NodeJS.Signals = "SIGKILL") => {
    const dying = child;
    child = undefined;
    if (dying === undefined) return;
    const closed = new Promise((resolve) => dying.on("close", resolve));
    dying.kill(signal);
    await closed;
  };
  return {
    get url() {
      return url;
    },
    kill,
    start,
    control: (method, path, body) => sendControl(url, method, path, body),
    async remove() {
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function readyUrl(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const line = text.split("\n").find((one) => one.startsWith("{"));
      if (line !== undefined && text.includes("\n")) resolve(String(JSON.parse(line).url));
    });
    child.on("exit", (code) => reject(new Error(`The emulator ended with ${code} before it was ready.`)));
  });
}
