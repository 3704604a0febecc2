import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { repositoryOf } from "../../provider/pack/manifest.ts";
import { releasedFolders, releaseProblems } from "../../tools/release/checks.ts";
import { isPublished } from "../../tools/release/published.ts";
import { workflowParser } from "../policies/workflow-parser.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "release-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a release needs one version, a dated section of the changelog, the publisher's addresses, and everything committed", () => {
  for (const name of releasedFolders) {
    mkdirSync(join(folder, name));
    cpSync(join(root, name, "package.json"), join(folder, name, "package.json"));
  }
  const { version } = JSON.parse(readFileSync(join(root, "provider/package.json"), "utf8"));
  const addresses = (host: string) => {
    const names = ["homepage", "repository", "pluginDownloadURL", "logoUrl"];
    mkdirSync(join(folder, "provider/pulumi/native"), { recursive: true });
    const schema = Object.fromEntries(names.map((name) => [name, `https://${host}/${name}`]));
    writeFileSync(join(folder, "provider/pulumi/native/schema.json"), JSON.stringify(schema));
  };
  addresses("cloud.test");
  const changelog = (text: string) => writeFileSync(join(folder, "CHANGELOG.md"), text);

  changelog(`# Changelog\n\n## ${version} (2026-11-21)\n`);
  expect(releaseProblems(folder, "")).toEqual([]);
  expect(releaseProblems(folder, " M provider/index.ts\n")[0]).toContain("M provider/index.ts");
  const tag = (name: string, npm: string) => ({
    GITHUB_REF_TYPE: "tag",
    GITHUB_REF_NAME: name,
    npm_config_user_agent: `npm/${npm} node/v24.21.0 linux x64 workspaces/false ci/github-actions`,
  });
  expect(releaseProblems(folder, "", tag(`v${version}`, "11.12.1"))).toEqual([]);
  expect(releaseProblems(folder, "", tag("v9.9.9", "11.12.1"))).toEqual([expect.stringContaining("the tag is v9.9.9")]);
  expect(releaseProblems(folder, "", tag(`v${version}`, "11.4.9"))).toEqual([expect.stringContaining("npm 11.4.9")]);
  addresses("cloudplatform.example");
  expect(releaseProblems(folder, "")).toHaveLength(4);
  expect(releaseProblems(folder, "")[3]).toContain("publisher.ts has no real address as logoUrl");
  addresses("cloud.test");
  changelog(`# Changelog\n\n## ${version} (unreleased)\n`);
  expect(releaseProblems(folder, "")).toEqual([expect.stringContaining("no date")]);
  changelog("# Changelog\n");
  expect(releaseProblems(folder, "")).toEqual([expect.stringContaining(`no section "## ${version}"`)]);
  changelog(`## ${version} (2026-11-21)\n`);
  writeFileSync(join(folder, "emulator/package.json"), JSON.stringify({ version: "9.9.9" }));
  expect(releaseProblems(folder, "")).toEqual([expect.stringContaining("emulator/package.json has version 9.9.9")]);
});

test("a package that a workflow of GitHub packs names its repository, which npm compares with the provenance", () => {
  expect(repositoryOf("provider", "acme/cloud")).toEqual({
    repository: { type: "git", url: "git+https://github.com/acme/cloud.git", directory: "provider" },
  });
  expect(repositoryOf("provider", undefined)).toEqual({});
});

test("a version that the registry has is not published again, and a registry that fails stops the release", async () => {
  const registry = createServer(({ url = "" }, response) => {
    if (url.includes("broken")) response.writeHead(400).end("{}");
    else if (!url.includes("pulumi")) response.writeHead(404).end("{}");
    else {
      const name = "@cloudplatform/pulumi";
      const versions = { "0.1.0": { name, version: "0.1.0", dist: { tarball: "http://127.0.0.1/a.tgz" } } };
      response.end(JSON.stringify({ name, "dist-tags": { latest: "0.1.0" }, versions }));
    }
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void registry.close());
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
    npm_config_cache: join(folder, "cache"),
  };
  const asked = ["@cloudplatform/pulumi@0.1.0", "@cloudplatform/pulumi@0.2.0", "@cloudplatform/emulator@0.1.0"];
  const answers = asked.map((one) => isPublished(one.slice(0, -"@0.1.0".length), one.slice(-"0.1.0".length), env));
  expect(await Promise.all(answers)).toEqual([true, false, false]);
  await expect(isPublished("@cloudplatform/broken", "0.1.0", env)).rejects.toThrow();
});

/** npm's requirements: https://docs.npmjs.com/trusted-publishers, https://docs.npmjs.com/generating-provenance-statements */
describe("the release workflow", () => {
  const content = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  const { on, permissions, jobs } = parse(content) as {
    on: object;
    permissions: object;
    jobs: Record<string, { "runs-on": string; permissions: object; steps: Record<string, unknown>[] }>;
  };
  const [job] = Object.values(jobs);

  test("is understood by GitHub's own parser", async () => {
    const { NoOperationTraceWriter, parseWorkflow } = await workflowParser();
    const check = (text: string) =>
      parseWorkflow({ name: "release.yml", content: text }, new NoOperationTraceWriter()).context.errors.getErrors();
    expect(check(content)).toEqual([]);
    expect(check(content.replace("id-token: write", "id-token: maybe"))).not.toEqual([]);
  });

  test("may request an identity, runs on a machine of GitHub's, and stores no token", () => {
    expect(Object.keys(jobs)).toHaveLength(1);
    expect(permissions).toEqual({ contents: "read" });
    expect(job?.permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(job?.["runs-on"]).toMatch(/^ubuntu-\d+\.\d+$/);
    expect(content).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
    expect(on).toEqual({ push: { tags: ["v*"] } });
  });

  test("uses a Node whose npm can publish so, npm's own registry, and actions pinned by commit", () => {
    const setup = job?.steps.find(({ uses }) => String(uses).startsWith("actions/setup-node@"));
    expect(setup?.with).toEqual({ "node-version": 24, "registry-url": "https://registry.npmjs.org" });
    const used = job?.steps.flatMap(({ uses }) => (uses === undefined ? [] : [String(uses)]));
    for (const action of used ?? []) expect(action).toMatch(/@[0-9a-f]{40}$/);
    expect(job?.steps.map(({ run }) => run).filter(Boolean)).toEqual([
      "npm ci",
      "npm test",
      "npm run test:all",
      "npm run release",
    ]);
  });
});
