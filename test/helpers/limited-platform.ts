import { createServer } from "node:http";
import { clock } from "@cloudplatform/pulumi/values";
import { afterAll } from "vitest";

/** A platform behind a gateway that limits requests per time window. */
export interface LimitedPlatform {
  url: string;
  /** Arrival times of requests, on the clock of the process. */
  readonly arrivals: number[];
  /** Times of responses with 429. */
  readonly refusals: number[];
}

export async function limitedPlatform(
  platformUrl: string,
  { requests, windowMs = 1_000 }: { requests: number; windowMs?: number },
): Promise<LimitedPlatform> {
  const arrivals: number[] = [];
  const refusals: number[] = [];
  const taken: number[] = [];
  const server = createServer(async (request, response) => {
    const now = clock.monotonic();
    arrivals.push(now);
    const body: Buffer[] = [];
    for await (const part of request) body.push(part);
    while (taken[0] !== undefined && now - taken[0] > windowMs) taken.shift();
    if (taken.length >= requests) {
      refusals.push(now);
      response.writeHead(429, { "retry-after": String(windowMs / 1000), "content-type": "application/json" });
      response.end('{"message": "Too many requests."}');
      return;
    }
    taken.push(now);
    const { authorization = "", "content-type": type = "application/json" } = request.headers;
    const answer = await fetch(`${platformUrl}${request.url}`, {
      method: request.method,
      headers: { authorization, "content-type": type },
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, arrivals, refusals };
}
