import { type ChildProcess, spawn } from "node:child_process";
import { credentials } from "@grpc/grpc-js";
import serviceProto from "@pulumi/pulumi/proto/provider_grpc_pb.js";

/** A plugin process, and a client that calls it as the engine does. */
export interface Plugin {
  readonly process: ChildProcess;
  readonly port: string;
  /** Calls a unary method. */
  call<Request, Response>(method: string, request: Request): Promise<Response>;
  /** Calls a streaming method and returns all responses. */
  stream<Request, Response>(method: string, request: Request): Promise<Response[]>;
  end(): Promise<void>;
}

/** Starts the plugin with a command. The caller ends it. */
export async function startPluginProcess(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Plugin> {
  const child = spawn(command, args, {
    ...{ env, cwd },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    child.once("exit", (code) => reject(new Error(`The plugin ended with ${code} before it was ready.`)));
  });
  const client = new serviceProto.ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  return {
    process: child,
    port,
    end: async () => {
      client.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
    call: <Request, Response>(method: string, request: Request) =>
      new Promise<Response>((resolve, reject) => {
        const methods = client as unknown as Record<string, GrpcMethod<Request, Response>>;
        methods[method]?.(request, (error, response) => (error === null ? resolve(response) : reject(error)));
      }),
    stream: async <Request, Response>(method: string, request: Request) => {
      const methods = client as unknown as Record<string, (asked: Request) => AsyncIterable<Response>>;
      const messages: Response[] = [];
      for await (const message of methods[method]?.(request) ?? []) messages.push(message);
      return messages;
    },
  };
}

type GrpcMethod<Request, Response> = (
  request: Request,
  done: (error: Error | null, response: Response) => void,
) => unknown;
