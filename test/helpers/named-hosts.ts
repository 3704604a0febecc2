import { createServer, request } from "node:http";
import { atEndOfFile } from "./endings.ts";

/**
 * Gives platforms of this machine host names, by a proxy in `HTTP_PROXY`, which the client uses for all hosts except loopback.
 * @returns The ports by host name, for the test to fill in.
 */
export async function namedHosts(): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  const proxy = createServer((incoming, response) => {
    const { hostname, pathname, search } = new URL(incoming.url ?? "");
    const { method = "GET", headers } = incoming;
    const platform = request(
      {
        host: "127.0.0.1",
        port: ports.get(hostname) ?? 1,
        method,
        path: `${pathname}${search}`,
        headers,
        agent: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    platform.on("error", () => response.destroy());
    incoming.pipe(platform);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
  atEndOfFile(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return ports;
}
