// Writes a review into a pull request or merge request, and marks reviews as stale. The comment of an earlier review is updated in
// place, on whatever page of comments it is: the one that this job's account wrote, and none that begins alike. Runs on GitHub Actions
// and in GitLab CI, and needs nothing but Node.
//   node comment.mjs review/review.md     the comment of this pull request
//   node comment.mjs --stale "<reason>"   the comments of all that are open
import { readFileSync } from "node:fs";

const { env } = process;
const perPage = 100;

const github = () => {
  const api = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
  return {
    headers: { authorization: `Bearer ${env.GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
    open: `${api}/pulls?state=open`,
    number: env.PULL_REQUEST,
    comments: (number) => `${api}/issues/${number}/comments`,
    comment: (_, id) => `${api}/issues/comments/${id}`,
    update: "PATCH",
    // The token of a job cannot ask who it is.
    isOwn: async () => (one) => one.user?.login === (env.COMMENT_AUTHOR ?? "github-actions[bot]"),
  };
};

const gitlab = () => {
  const api = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests`;
  return {
    headers: { "private-token": env.REVIEW_TOKEN },
    open: `${api}?state=opened`,
    number: env.CI_MERGE_REQUEST_IID,
    comments: (number) => `${api}/${number}/notes`,
    comment: (number, id) => `${api}/${number}/notes/${id}`,
    update: "PUT",
    isOwn: async () => {
      const { id } = await send("GET", `${env.CI_API_V4_URL}/user`);
      return (one) => one.author?.id === id;
    },
  };
};

const system = env.GITHUB_REPOSITORY === undefined ? gitlab() : github();

async function send(method, url, json) {
  const answer = await fetch(url, {
    method,
    headers: { ...system.headers, "content-type": "application/json" },
    body: json === undefined ? undefined : JSON.stringify(json),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function* all(url) {
  for (let page = 1; ; page += 1) {
    const found = await send("GET", `${url}${url.includes("?") ? "&" : "?"}per_page=${perPage}&page=${page}`);
    yield* found;
    if (found.length < perPage) return;
  }
}

const isOwn = await system.isOwn();

async function ownComments(number, start) {
  const found = [];
  for await (const one of all(system.comments(number))) if (isOwn(one) && one.body.startsWith(start)) found.push(one);
  return found;
}

async function write(file) {
  const body = readFileSync(file, "utf8");
  // The first line of a review names its stack: `<!-- cloudplatform-change project/stack -->`.
  const [marker] = body.split("\n", 1);
  const [earlier] = await ownComments(system.number, `${marker}\n`);
  if (earlier === undefined) await send("POST", system.comments(system.number), { body });
  else await send(system.update, system.comment(system.number, earlier.id), { body });
}

const staleMark = "> **Stale**: ";

async function markStale(reason) {
  for await (const { number, iid } of all(system.open))
    for (const { id, body } of await ownComments(number ?? iid, "<!-- cloudplatform-change ")) {
      const [marker, ...rest] = body.split("\n");
      if (rest[0]?.startsWith(staleMark)) continue;
      const stale = [marker, `${staleMark}${reason}`, "", ...rest].join("\n");
      await send(system.update, system.comment(number ?? iid, id), { body: stale });
    }
}

const [file = "review/review.md", reason = "the stack was updated after this review."] = process.argv.slice(2);
await (file === "--stale" ? markStale(reason) : write(file));
