import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Comments of a pull request or merge request. */
export interface Discussion {
  url: string;
  written: { method: string; url: string; body: string }[];
  close(): void;
}

/** A server with the routes of both systems that the comment needs: pages of a hundred, and what was written. */
export async function openDiscussion(comments: { id: number; body: string }[]): Promise<Discussion> {
  const written: Discussion["written"] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    let text = "";
    for await (const chunk of request) text += chunk;
    const page = Number(new URL(url, "http://x").searchParams.get("page"));
    if (method !== "GET") written.push({ method, url, body: JSON.parse(text).body });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(method === "GET" ? comments.slice((page - 1) * 100, page * 100) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, written, close: () => void server.close() };
}
