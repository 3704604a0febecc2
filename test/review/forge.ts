import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A comment on a pull request or merge request. Default: on number 7. */
export interface Comment {
  id: number;
  body: string;
  on?: number;
  user?: { login: string };
  author?: { id: number };
}

export interface Pull {
  number: number;
  state: "open" | "closed";
  head: { sha: string; repo: { full_name: string } };
  base: { ref: string };
  /** The merge commit. */
  merged?: string;
}

export interface Issue {
  number: number;
  title: string;
  body: string;
  state: string;
  comments: string[];
}

/** The job's account: `github-actions[bot]` on GitHub, 17 on GitLab. */
export const bot = { user: { login: "github-actions[bot]" }, author: { id: 17 } };

/** A server with the routes of GitHub and GitLab that the examples use. */
export interface Forge {
  url: string;
  comments: Comment[];
  pulls: Pull[];
  issues: Issue[];
  /** Write requests, in order. */
  written: { method: string; url: string; body: string }[];
  close(): void;
}

interface Request {
  body: Record<string, string>;
  numbers: number[];
  text: string;
}

type Route = readonly [method: string, path: RegExp, (request: Request) => unknown];

/** Serves REST APIs: version 2022-11-28 of GitHub's and version 4 of GitLab's. A request without the token is refused. */
export async function openForge(existing: readonly Comment[] = []): Promise<Forge> {
  const comments = existing.map((one) => ({ ...one }));
  const first: Pull = {
    ...{ number: 7, state: "open", base: { ref: "main" } },
    head: { sha: "", repo: { full_name: "team/infra" } },
  };
  const forge = { comments, pulls: [first], issues: [] as Issue[], written: [] as Forge["written"] };
  const routes = routesOf(forge);
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    let text = "";
    for await (const chunk of request) text += chunk;
    const { pathname, searchParams } = new URL(url, "http://x");
    const body = text === "" ? {} : JSON.parse(text);
    const isKnown = headers.authorization === "Bearer t" || headers["private-token"] === "t";
    const found = routes.flatMap(([verb, path, answer]) => {
      const match = verb === method ? path.exec(pathname) : null;
      return match === null ? [] : [{ match, answer }];
    })[0];
    const [, ...groups] = found?.match ?? [];
    const result = isKnown ? found?.answer({ body, numbers: groups.map(Number), text: groups[0] ?? "" }) : undefined;
    if (method !== "GET") forge.written.push({ method, url, body: body.body ?? body.description ?? "" });
    const page = Number(searchParams.get("page") ?? 1);
    const size = Number(searchParams.get("per_page") ?? 30);
    response.statusCode = isKnown ? (result === undefined ? 404 : method === "POST" ? 201 : 200) : 401;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(Array.isArray(result) ? result.slice((page - 1) * size, page * size) : (result ?? {})));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(forge, { url: `http://127.0.0.1:${port}`, close: () => void server.close() });
}

function routesOf({ comments, pulls, issues }: Pick<Forge, "comments" | "pulls" | "issues">): Route[] {
  const on = (number: number | undefined) => comments.filter((one) => (one.on ?? 7) === number);
  const pull = ({ number, ...rest }: Pull) => ({ number, iid: number, ...rest });
  const open = () => pulls.filter(({ state }) => state === "open").map(pull);
  const merged = ({ text }: Request) => pulls.filter((one) => one.merged === text).map(pull);
  const issueOf = (number: number | undefined) => issues.find((one) => one.number === number);
  const openIssues = () =>
    issues.filter(({ state }) => state === "open").map((one) => ({ ...one, iid: one.number, ...bot }));
  const comment = ({ body, numbers: [number] }: Request) => {
    const issue = issueOf(number);
    if (issue !== undefined) issue.comments.push(body.body ?? "");
    else comments.push({ id: comments.length + 1, body: body.body ?? "", on: number, ...bot });
    return {};
  };
  const edit = ({ body, numbers }: Request) => {
    const found = comments.find(({ id }) => id === numbers.at(-1));
    return found && Object.assign(found, { body: body.body });
  };
  const newIssue = ({ body: { title = "", body, description } }: Request) => {
    issues.push({ number: 100 + issues.length, title, body: body ?? description ?? "", state: "open", comments: [] });
    return {};
  };
  const editIssue = ({ body: { body, description, state, state_event: event }, numbers: [number] }: Request) => {
    const found = issueOf(number);
    const text = body ?? description;
    return (
      found && Object.assign(found, text === undefined ? {} : { body: text }, (state ?? event) && { state: "closed" })
    );
  };
  return [
    ["GET", /^\/repos\/team\/infra\/pulls$/, open],
    [
      ...(["GET", /^\/repos\/team\/infra\/pulls\/(\d+)$/] as const),
      ({ numbers: [number] }) => pulls.find((one) => one.number === number),
    ],
    ["GET", /^\/repos\/team\/infra\/commits\/([0-9a-f]{40})\/pulls$/, merged],
    ["GET", /^\/repos\/team\/infra\/issues\/(\d+)\/comments$/, ({ numbers: [number] }) => on(number)],
    ["POST", /^\/repos\/team\/infra\/issues\/(\d+)\/comments$/, comment],
    ["PATCH", /^\/repos\/team\/infra\/issues\/comments\/(\d+)$/, edit],
    ["GET", /^\/repos\/team\/infra\/issues$/, openIssues],
    ["POST", /^\/repos\/team\/infra\/issues$/, newIssue],
    ["PATCH", /^\/repos\/team\/infra\/issues\/(\d+)$/, editIssue],
    ["GET", /^\/user$/, () => bot.author],
    ["GET", /^\/projects\/9\/merge_requests$/, open],
    ["GET", /^\/projects\/9\/repository\/commits\/([0-9a-f]{40})\/merge_requests$/, merged],
    ["GET", /^\/projects\/9\/merge_requests\/(\d+)\/notes$/, ({ numbers: [number] }) => on(number)],
    ["POST", /^\/projects\/9\/merge_requests\/(\d+)\/notes$/, comment],
    ["PUT", /^\/projects\/9\/merge_requests\/(\d+)\/notes\/(\d+)$/, edit],
    ["GET", /^\/projects\/9\/issues$/, openIssues],
    ["POST", /^\/projects\/9\/issues$/, newIssue],
    ["PUT", /^\/projects\/9\/issues\/(\d+)$/, editIssue],
    ["POST", /^\/projects\/9\/issues\/(\d+)\/notes$/, comment],
  ];
}
