import { writeJson } from "@cloudplatform/pulumi/api";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { newRequestId } from "../requests/id.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

const platformRequest = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  path: z.string().regex(/^\/(?!\/|_emulator)/, "must be a path of the platform, such as /cloud/v1/tasks"),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  body: z.unknown().optional(),
});

interface PlatformRequest {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  body?: unknown;
}

/** The result of a request that the console sent. */
export interface Sent {
  /** Id in the request log. */
  id: string;
  /** Null if the connection was dropped. */
  status: number | null;
}

/** Sends a request to the platform like a client would, over HTTP and with the API key. */
export type Sender = (context: Context<Env>, request: PlatformRequest) => Promise<Sent>;

export function senderFor(apiKey: string): Sender {
  return async (context, { method, path, query, body }) => {
    const id = newRequestId();
    // The guard has checked that this is the emulator's own address.
    const url = new URL(`http://${context.env.incoming.headers.host}${path}`);
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) url.searchParams.append(name, one);
    const headers: Record<string, string> = { authorization: `apikey ${apiKey}`, "x-request-id": id };
    if (body !== undefined) headers["content-type"] = "application/json";
    try {
      const response = await fetch(url, { method, headers, body: body === undefined ? null : writeJson(body) });
      await response.arrayBuffer();
      return { id, status: response.status };
    } catch {
      return { id, status: null };
    }
  };
}

/** `POST` sends a request to the platform and returns its id in the request log and its status. */
export function sendRoutes(send: Sender): Hono<Env> {
  return new Hono<Env>().post("/", async (context) =>
    context.json(await send(context, await jsonBody(context, platformRequest))),
  );
}
