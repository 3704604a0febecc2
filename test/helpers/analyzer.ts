import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as grpc from "@grpc/grpc-js";
import rpc from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import struct from "google-protobuf/google/protobuf/struct_pb.js";
import { type Declared, typeToken, urnOf } from "./declared.ts";

/** A policy's message, as the engine receives it. */
export interface Diagnostic {
  policy: string;
  level: "advisory" | "mandatory";
  urn: string;
  message: string;
}

/** The policy pack in its own process, started and called as the engine does it. */
export interface Analyzer {
  pid: number;
  configure(config: Record<string, Record<string, unknown>>): Promise<void>;
  info(): Promise<messages.AnalyzerInfo>;
  analyze(declared: Declared): Promise<Diagnostic[]>;
  analyzeStack(declared: readonly Declared[]): Promise<Diagnostic[]>;
  close(): Promise<void>;
}

const ownPack = fileURLToPath(new URL("../../policies", import.meta.url));
const levels = {
  [messages.EnforcementLevel.ADVISORY]: "advisory",
  [messages.EnforcementLevel.MANDATORY]: "mandatory",
} as const;

export async function startAnalyzer(folder = ownPack): Promise<Analyzer> {
  const runner = createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/run-policy-pack");
  const child = spawn(process.execPath, [runner, "127.0.0.1:0", folder], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const client = new rpc.AnalyzerClient(`127.0.0.1:${await portOf(child)}`, grpc.credentials.createInsecure());
  return {
    pid: child.pid ?? 0,
    async configure(config) {
      const request = new messages.ConfigureAnalyzerRequest();
      for (const [name, properties] of Object.entries(config)) {
        const one = new messages.PolicyConfig();
        one.setEnforcementlevel(messages.EnforcementLevel.MANDATORY);
        one.setProperties(struct.Struct.fromJavaScript(properties as Record<string, struct.JavaScriptValue>));
        request.getPolicyconfigMap().set(name, one);
      }
      await call<unknown>((done) => client.configure(request, done));
    },
    info: () => call((done) => client.getAnalyzerInfo(new empty.Empty(), done)),
    async analyze(declared) {
      const request = new messages.AnalyzeRequest();
      fill(request, declared);
      const response = await call<messages.AnalyzeResponse>((done) => client.analyze(request, done));
      return reported(response, urnOf(declared));
    },
    async analyzeStack(declared) {
      const request = new messages.AnalyzeStackRequest();
      for (const one of declared) fill(request.addResources(new messages.AnalyzerResource()), one);
      return reported(await call((done) => client.analyzeStack(request, done)), "");
    },
    async close() {
      client.close();
      child.kill();
      await once(child, "close");
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error("The pack has no standard output.");
  for await (const line of createInterface(child.stdout)) return Number(line);
  throw new Error("The pack ended before it printed its port.");
}

type Done<T> = (error: grpc.ServiceError | null, response: T) => void;

function call<T>(send: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) =>
    send((error, response) => (error === null ? resolve(response) : reject(error))),
  );
}

function fill(request: messages.AnalyzeRequest | messages.AnalyzerResource, declared: Declared): void {
  request.setType(typeToken(declared));
  request.setUrn(urnOf(declared));
  request.setName(declared.name);
  const inputs = marked(JSON.parse(JSON.stringify(declared.inputs)), declared.secrets ?? []);
  request.setProperties(struct.Struct.fromJavaScript(inputs as Record<string, struct.JavaScriptValue>));
  if (declared.provider !== undefined) {
    const provider = new messages.AnalyzerProviderResource();
    provider.setType("pulumi:providers:pulumi-nodejs");
    const { baseUrl, apiKey } = declared.provider;
    provider.setProperties(
      struct.Struct.fromJavaScript({ "cloudplatform:baseUrl": baseUrl, "cloudplatform:apiKey": apiKey }),
    );
    request.setProvider(provider);
  }
  const options = new messages.AnalyzerResourceOptions();
  options.setProtect(declared.protect ?? false);
  request.setOptions(options);
}

/** Returns the value with the engine's secret marker around each secret. */
function marked(value: unknown, secrets: readonly string[], path = ""): unknown {
  if (secrets.includes(path))
    return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: value };
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element, index) => marked(element, secrets, `${path}.${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [
      key,
      marked(element, secrets, path === "" ? key : `${path}.${key}`),
    ]),
  );
}

function reported(response: messages.AnalyzeResponse, urn: string): Diagnostic[] {
  return response.getDiagnosticsList().map((one) => ({
    policy: one.getPolicyname(),
    level: levels[one.getEnforcementlevel() as keyof typeof levels],
    urn: one.getUrn() || urn,
    message: one.getMessage(),
  }));
}
