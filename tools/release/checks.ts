import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { outdatedResults } from "../../bench/results/report.ts";
import { compareVersions, parseVersion } from "../../provider/values/index.ts";

/** The packages that are published together, with the same version. */
export const releasedFolders = ["provider", "emulator", "policies"];

/** Environment variables of a job of GitHub Actions. */
type JobEnvironment = Readonly<
  Partial<Record<"GITHUB_REF_TYPE" | "GITHUB_REF_NAME" | "npm_config_user_agent", string>>
>;

/** Earlier versions of npm cannot publish without a token (https://docs.npmjs.com/trusted-publishers). */
const firstTrusted = "11.5.1";

/** Returns what keeps a checkout from being released; empty if nothing does. */
export function releaseProblems(root: string, uncommitted: string, job: JobEnvironment = {}): string[] {
  const versions = releasedFolders.map((folder) => ({ folder, version: versionOf(join(root, folder)) }));
  const [{ version } = { version: "" }] = versions;
  const problems = versions
    .filter((one) => one.version !== version)
    .map((one) => `${one.folder}/package.json has version ${one.version}, provider/package.json ${version}`);
  const heading = new RegExp(`^## ${version.replaceAll(".", "\\.")}(.*)$`, "m");
  const found = heading.exec(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  if (found === null) problems.push(`CHANGELOG.md has no section "## ${version}"`);
  else if (!/^ \(\d{4}-\d{2}-\d{2}\)$/.test(found[1] ?? ""))
    problems.push(`CHANGELOG.md gives ${version} no date, as in "## ${version} (2026-01-31)"`);
  if (job.GITHUB_REF_TYPE === "tag" && job.GITHUB_REF_NAME !== `v${version}`)
    problems.push(`the tag is ${job.GITHUB_REF_NAME}, the version of the packages ${version}`);
  const npm = /^npm\/(\S+)/.exec(job.npm_config_user_agent ?? "")?.[1];
  if (job.GITHUB_REF_TYPE !== undefined && npm !== undefined && isOlder(npm, firstTrusted))
    problems.push(`npm ${npm} cannot publish without a token; ${firstTrusted} and later can`);
  problems.push(...addressProblems(root));
  const outdated = outdatedResults(pathToFileURL(join(root, "/")));
  if (outdated.length > 0)
    problems.push(
      `results of benchmarks are older than the code that they measure: run npm run bench -- ${outdated.join(" ")}`,
    );
  if (uncommitted.trim() !== "")
    problems.push(`the checkout has changes that are not committed:\n${uncommitted.trimEnd()}`);
  return problems;
}

/** The registry, SDKs and the engine read the publisher's addresses from the schema. */
function addressProblems(root: string): string[] {
  const schema = JSON.parse(readFileSync(join(root, "provider/pulumi/native/schema.json"), "utf8"));
  return ["homepage", "repository", "pluginDownloadURL", "logoUrl"]
    .filter((name) => !/^https:\/\/(?![^/]*\.example\b)/.test(schema[name] ?? ""))
    .map((name) => `provider/pulumi/native/schema/publisher.ts has no real address as ${name}`);
}

function isOlder(text: string, than: string): boolean {
  const [version, first] = [text, than].map((one) => parseVersion(one, { suffix: true }));
  return version !== undefined && first !== undefined && compareVersions(version, first) < 0;
}

export function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return version;
}
