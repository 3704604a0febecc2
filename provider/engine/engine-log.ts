import { createRequire } from "node:module";
import type * as grpc from "@grpc/grpc-js";
import { engineAddress } from "./engine-address.ts";

/** Severities of the engine's log (proto `LogSeverity`). */
const severities = { info: 1, warning: 2 } as const;

/** Least time between two lines of one resource: more would only flicker. */
const quietMs = 400;

interface LogClient {
  log(request: unknown, callback: (error: grpc.ServiceError | null) => void): void;
}

let client: LogClient | undefined;
let requestOf: (severity: number, text: string, urn: string, ephemeral: boolean) => unknown;
const lastLine = new Map<string, number>();

/** Connects to the engine that started this provider. */
function connect(): LogClient | undefined {
  const address = engineAddress();
  if (address === undefined) return undefined;
  const fromHere = createRequire(import.meta.url);
  const { EngineClient } = fromHere("@pulumi/pulumi/proto/engine_grpc_pb.js");
  const { LogRequest } = fromHere("@pulumi/pulumi/proto/engine_pb.js");
  const { credentials } = createRequire(fromHere.resolve("@pulumi/pulumi"))("@grpc/grpc-js");
  requestOf = (severity, text, urn, ephemeral) =>
    new LogRequest().setSeverity(severity).setMessage(text).setUrn(urn).setEphemeral(ephemeral);
  return new EngineClient(address, credentials.createInsecure());
}

function send(severity: number, text: string, urn: string, ephemeral: boolean): void {
  client ??= connect();
  // A line that does not reach the screen must not fail the operation.
  client?.log(requestOf(severity, text, urn, ephemeral), () => undefined);
}

/** Shows a passing text on the resource's own line. */
export function showProgress(urn: string, text: string): void {
  const now = performance.now();
  if (now - (lastLine.get(urn) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
  lastLine.set(urn, now);
  send(severities.info, text, urn, true);
}

/** Informs about a resource; stays on the screen. */
export function showInfo(urn: string, text: string): void {
  send(severities.info, text, urn, false);
}

/** Says something about a resource that stays on the screen. */
export function showWarning(urn: string, text: string): void {
  send(severities.warning, text, urn, false);
}
