import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import serviceProto from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { afterAll } from "vitest";
import { type Built, buildPlugin } from "../../provider/native/build.ts";

/** What to do when the tests of the file have ended; a hook cannot be added inside a test. */
const endings: (() => void | Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(endings.map((end) => end()))));

let building: Promise<Built & { folder: string }> | undefined;

/** The plugin as users get it, built once for a test file. */
export function builtPlugin(): Promise<Built & { folder: string }> {
  building ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "plugin-"));
    endings.push(() => rmSync(folder, { recursive: true, force: true }));
    return { ...(await buildPlugin(folder)), folder };
  })();
  return building;
}

/** A process of the plugin, and a client that calls it as the engine does. */
export interface Plugin {
  readonly process: ChildProcess;
  /** Calls a method: the last argument of a gRPC client's method is its callback. */
  call<Request, Response>(method: string, request: Request): Promise<Response>;
  end(): Promise<void>;
}

/** Starts the plugin; it ends with the tests of the file. */
export async function startPlugin(env: Record<string, string> = {}, ...args: string[]): Promise<Plugin> {
  const { file } = await builtPlugin();
  return startCommand(process.execPath, [file, ...args], { ...process.env, ...env });
}

/** Starts the plugin by a command. */
export async function startCommand(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Plugin> {
  const child = spawn(command, args, {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    child.once("exit", (code) => reject(new Error(`The plugin ended with ${code} before it was ready.`)));
  });
  const client = new serviceProto.ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  const end = async () => {
    client.close();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  endings.push(end);
  return {
    process: child,
    end,
    call: <Request, Response>(method: string, request: Request) =>
      new Promise<Response>((resolve, reject) => {
        const methods = client as unknown as Record<string, GrpcMethod<Request, Response>>;
        methods[method]?.(request, (error, response) => (error === null ? resolve(response) : reject(error)));
      }),
  };
}

type GrpcMethod<Request, Response> = (
  request: Request,
  done: (error: Error | null, response: Response) => void,
) => unknown;
