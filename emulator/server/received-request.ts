import { getPath, getQueryParams } from "hono/utils/url";
import type { SentBody } from "../transit/body.ts";
import type { ReceivedBody } from "./body.ts";

/** A received request to the platform, over HTTP or within this process. */
export interface ReceivedRequest {
  readonly method: string;
  /** Decoded. */
  readonly path: string;
  /** Origin and path, for links to other pages of a list. */
  readonly url: string;
  readonly query: Record<string, string | string[]>;
  header(name: string): string | undefined;
  /** Reads the body to its end. */
  body(): Promise<ReceivedBody> | ReceivedBody;
}

/** A response to be sent. */
export interface SentResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: SentBody["body"];
}

/** The parts of a URL that routes and handlers read. */
export function partsOf(url: string): Pick<ReceivedRequest, "path" | "url" | "query"> {
  const [own = ""] = url.split("?", 1);
  // `getPath` expects a request, but reads only its URL.
  const path = getPath({ url } as Request);
  return { path, url: own, query: own.length === url.length ? {} : flattened(getQueryParams(url)) };
}

function flattened(queries: unknown): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries as Record<string, string[]>).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? "") : values,
    ]),
  );
}
