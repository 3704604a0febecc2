import type { IncomingMessage } from "node:http";
import { type Endpoint, readJson } from "@cloudplatform/pulumi/api";
import { PlatformError } from "./errors.ts";

const maxBytes = 1024 * 1024;
const emptyBody = Buffer.alloc(0);

/** The bytes of a body, or the error to respond with. */
export type ReceivedBody = { bytes: Buffer; error?: undefined } | { bytes: Buffer; error: PlatformError };

/** A completely received body. */
export function receivedBody(bytes: Buffer): ReceivedBody {
  return bytes.length > maxBytes ? { bytes: emptyBody, error: tooLarge() } : { bytes };
}

function tooLarge(): PlatformError {
  return new PlatformError(413, `The body is larger than ${maxBytes} bytes.`);
}

/**
 * Reads a body to its end, even if it is too large: a response that is sent before the client has finished sending is often lost.
 * A body that does not arrive in time gets 408, and the connection closes.
 */
export function readBody(incoming: IncomingMessage, timeoutMs: number): Promise<ReceivedBody> | ReceivedBody {
  const { headers } = incoming;
  const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty) return { bytes: emptyBody };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (error?: PlatformError) => {
      clearTimeout(timer);
      if (error === undefined) resolve({ bytes: Buffer.concat(chunks) });
      else resolve({ bytes: emptyBody, error });
    };
    const timer = setTimeout(() => {
      const late = new PlatformError(408, `The body did not arrive within ${timeoutMs} ms.`);
      late.details.headers = { connection: "close" };
      finish(late);
    }, timeoutMs);
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    });
    incoming.on("end", () => finish(size > maxBytes ? tooLarge() : undefined));
    incoming.on("error", () => finish(new PlatformError(400, "The connection broke before the body was complete.")));
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON value of a body (undefined if there is none), or the error to respond with. */
interface ParsedBody {
  value?: unknown;
  error?: PlatformError;
}

export function parseJsonBody(endpoint: Endpoint, bytes: Buffer, contentType: string | undefined): ParsedBody {
  if (endpoint.body === undefined || bytes.length === 0) return {};
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? "")) {
    const seen = contentType === undefined ? "and had no content type" : `not ${contentType}`;
    return { error: new PlatformError(415, `The body must be application/json, ${seen}.`) };
  }
  try {
    const text = utf8.decode(bytes);
    return { value: endpoint.lossless === true ? readJson(text) : JSON.parse(text) };
  } catch {
    return { error: new PlatformError(400, "The body is not valid JSON.") };
  }
}
