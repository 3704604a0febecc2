import type { IncomingMessage } from "node:http";
import { type Endpoint, readJson } from "@cloudplatform/pulumi/api";
import { PlatformError } from "./errors.ts";

const largestBytes = 1024 * 1024;
const nothing = Buffer.alloc(0);

/** A body as it arrived, or why it is refused. */
export type Arrived = { bytes: Buffer; refusal?: undefined } | { bytes: Buffer; refusal: PlatformError };

/**
 * Reads a body to its end, even one that is too large: an answer that leaves before the client has finished sending
 * is often lost. One that does not arrive in time is answered 408, and the connection closes.
 */
export function readBody(incoming: IncomingMessage, timeoutMs: number): Promise<Arrived> | Arrived {
  const { headers } = incoming;
  const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty) return { bytes: nothing };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (refusal?: PlatformError) => {
      clearTimeout(timer);
      if (refusal === undefined) resolve({ bytes: Buffer.concat(chunks) });
      else resolve({ bytes: nothing, refusal });
    };
    const tooLarge = () => new PlatformError(413, `The body is larger than ${largestBytes} bytes.`);
    const timer = setTimeout(() => {
      const late = new PlatformError(408, `The body did not arrive within ${timeoutMs} ms.`);
      late.details.headers = { connection: "close" };
      finish(late);
    }, timeoutMs);
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestBytes) chunks.push(chunk);
      else chunks.length = 0;
    });
    incoming.on("end", () => finish(size > largestBytes ? tooLarge() : undefined));
    incoming.on("error", () => finish(new PlatformError(400, "The connection broke before the body was complete.")));
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON value of a body that an endpoint takes (undefined when it is left out), or why it is refused. */
export interface Parsed {
  value?: unknown;
  refusal?: PlatformError;
}

export function parseBody(endpoint: Endpoint, bytes: Buffer, contentType: string | undefined): Parsed {
  if (endpoint.body === undefined || bytes.length === 0) return {};
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? "")) {
    const seen = contentType === undefined ? "and had no content type" : `not ${contentType}`;
    return { refusal: new PlatformError(415, `The body must be application/json, ${seen}.`) };
  }
  try {
    const text = utf8.decode(bytes);
    return { value: endpoint.lossless === true ? readJson(text) : JSON.parse(text) };
  } catch {
    return { refusal: new PlatformError(400, "The body is not valid JSON.") };
  }
}
