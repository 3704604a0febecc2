// Writes a review into a pull request or merge request: node comment.mjs <review.md>. The comment of an earlier review is
// updated in place, on whatever page of comments it is. Runs on GitHub Actions and in GitLab CI; needs nothing but Node.
import { readFileSync } from "node:fs";

const { env } = process;
const body = readFileSync(process.argv[2] ?? "review/review.md", "utf8");
// The first line of a review names its stack: `<!-- cloudplatform-change project/stack -->`.
const [marker] = body.split("\n", 1);
const perPage = 100;

const github = () => ({
  list: `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues/${env.PULL_REQUEST}/comments`,
  comment: (id) => `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues/comments/${id}`,
  update: "PATCH",
  headers: { authorization: `Bearer ${env.GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
});

const gitlab = () => {
  const list = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;
  return { list, comment: (id) => `${list}/${id}`, update: "PUT", headers: { "private-token": env.REVIEW_TOKEN } };
};

const { list, comment, update, headers } = env.GITHUB_REPOSITORY === undefined ? gitlab() : github();

async function send(method, url, json) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: json === undefined ? undefined : JSON.stringify(json),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function earlier() {
  for (let page = 1; ; page += 1) {
    const comments = await send("GET", `${list}?per_page=${perPage}&page=${page}`);
    const found = comments.find((one) => one.body.startsWith(marker));
    if (found !== undefined || comments.length < perPage) return found;
  }
}

const found = await earlier();
if (found === undefined) await send("POST", list, { body });
else await send(update, comment(found.id), { body });
