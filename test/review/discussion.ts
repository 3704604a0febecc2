import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Comments of a pull request or merge request. */
export interface Discussion {
  url: string;
  written: { method: string; url: string; body: string }[];
  close(): void;
}

/** A comment of either system: the bot's account is `github-actions[bot]` and 17. */
export interface Comment {
  id: number;
  body: string;
  user?: { login: string };
  author?: { id: number };
}

export const bot = { user: { login: "github-actions[bot]" }, author: { id: 17 } };

/** A server with the routes of both systems that the comment needs: pages of a hundred, and what was written. */
export async function openDiscussion(comments: Comment[]): Promise<Discussion> {
  const written: Discussion["written"] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    let text = "";
    for await (const chunk of request) text += chunk;
    const page = Number(new URL(url, "http://x").searchParams.get("page"));
    // What a job writes, the next one finds.
    if (method === "POST") comments.push({ id: comments.length + 1, body: JSON.parse(text).body, ...bot });
    if (method !== "GET") written.push({ method, url, body: JSON.parse(text).body });
    response.setHeader("content-type", "application/json");
    const listed = comments.slice((page - 1) * 100, page * 100);
    const open = page === 1 ? [{ number: 7, iid: 7 }] : [];
    const answer = url.endsWith("/user") ? { id: bot.author.id } : /[?&]state=open/.test(url) ? open : listed;
    response.end(JSON.stringify(method === "GET" ? answer : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, written, close: () => void server.close() };
}
