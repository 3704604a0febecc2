import { createServer } from "node:http";
import { afterAll } from "vitest";

/** A proxy in front of a platform, with which a test controls what happens between two requests. */
export interface Relay {
  url: string;
  /** Called before each request is forwarded. The request waits until it resolves. */
  before: ((method: string, path: string) => void | Promise<void>) | undefined;
}

export async function relay(platformUrl: string): Promise<Relay> {
  const opened: Relay = { url: "", before: undefined };
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    await opened.before?.(method, url);
    const body: Buffer[] = [];
    for await (const part of request) body.push(part);
    const { authorization = "", "content-type": type = "application/json" } = headers;
    const answer = await fetch(`${platformUrl}${url}`, {
      method,
      headers: { authorization, "content-type": type },
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    }).catch(() => undefined);
    // The platform sent no response.
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(answer.status === 204 ? undefined : await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  opened.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return opened;
}
