// Writes the results of jobs to pull requests, merge requests and issues. Updates the texts of earlier runs in place, but only
// those of this job's account. Runs on GitHub Actions and in GitLab CI, and needs only Node.
//   node comment.mjs review/review.md                 writes the comment of this pull request
//   node comment.mjs --stale "<reason>"               marks the comments of all open pull requests as stale
//   node comment.mjs --reviewed <digest> <commit>     prints whether the commit's pull request was reviewed with this digest
//   node comment.mjs --drift drift                    opens, updates or closes the issue about drift
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { env } = process;
const perPage = 100;

const github = () => {
  const api = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
  return {
    headers: { authorization: `Bearer ${env.GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
    open: `${api}/pulls?state=open`,
    ofCommit: (commit) => `${api}/commits/${commit}/pulls`,
    number: env.PULL_REQUEST,
    comments: (number) => `${api}/issues/${number}/comments`,
    comment: (_, id) => `${api}/issues/comments/${id}`,
    update: "PATCH",
    issues: `${api}/issues`,
    openIssues: `${api}/issues?state=open`,
    issueComments: (number) => `${api}/issues/${number}/comments`,
    issueText: "body",
    closed: { state: "closed" },
    // A job's token cannot read its own account.
    isOwn: async () => (one) => one.user?.login === (env.COMMENT_AUTHOR ?? "github-actions[bot]"),
  };
};

const gitlab = () => {
  const project = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}`;
  const api = `${project}/merge_requests`;
  return {
    headers: { "private-token": env.REVIEW_TOKEN },
    open: `${api}?state=opened`,
    ofCommit: (commit) => `${project}/repository/commits/${commit}/merge_requests`,
    number: env.CI_MERGE_REQUEST_IID,
    comments: (number) => `${api}/${number}/notes`,
    comment: (number, id) => `${api}/${number}/notes/${id}`,
    update: "PUT",
    issues: `${project}/issues`,
    openIssues: `${project}/issues?state=opened`,
    issueComments: (number) => `${project}/issues/${number}/notes`,
    issueText: "description",
    closed: { state_event: "close" },
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
  // The first line of a review identifies its stack: `<!-- cloudplatform-change project/stack -->`.
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

async function printReviewed(digest, commit) {
  const reviewed = [];
  for await (const { number, iid } of all(system.ofCommit(commit)))
    for (const { body } of await ownComments(number ?? iid, "<!-- cloudplatform-change ")) reviewed.push(body);
  const same = reviewed.some((body) => body.includes(digest)) ? "is" : "is **not**";
  console.log(`This ${same} the change that was reviewed in the pull request.`);
}

const driftTitle = "Drift on the platform";

async function writeDrift(folder) {
  const { counts, verdict } = JSON.parse(readFileSync(join(folder, "review.json"), "utf8"));
  const text = { [system.issueText]: readFileSync(join(folder, "review.md"), "utf8") };
  const [open] = await ownIssues();
  const number = open?.iid ?? open?.number;
  // A stack that could not be read may have drifted, too.
  const hasDrift = (counts.drifted ?? 0) > 0 || verdict.level === "blocked";
  if (hasDrift && open === undefined) await send("POST", system.issues, { title: driftTitle, ...text });
  else if (hasDrift) await send(system.update, `${system.issues}/${number}`, text);
  else if (open !== undefined) {
    await send("POST", system.issueComments(number), { body: "The drift has gone." });
    await send(system.update, `${system.issues}/${number}`, system.closed);
  }
}

async function ownIssues() {
  const found = [];
  for await (const one of all(system.openIssues)) if (isOwn(one) && one.title === driftTitle) found.push(one);
  return found;
}

const actions = { "--stale": markStale, "--reviewed": printReviewed, "--drift": writeDrift };
const [first = "review/review.md", ...rest] = process.argv.slice(2);
await (actions[first]?.(...rest) ?? write(first));
