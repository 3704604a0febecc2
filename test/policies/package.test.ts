import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bundledModules } from "../../policies/build/bundle.ts";
import { includedPackages, noticesText } from "../../provider/pack/notices.ts";

const policies = fileURLToPath(new URL("../../policies/", import.meta.url));

test("the notices have the license of every package of which the bundles include code", async () => {
  const files = await bundledModules();
  const included = includedPackages(files);
  expect(included.map(({ name }) => name)).toEqual(expect.arrayContaining(["commander", "ipaddr.js", "zod"]));
  const notices = readFileSync(`${policies}THIRD-PARTY-NOTICES.txt`, "utf8");
  // Independent of the builder of the notices: the package of each bundled file is named.
  for (const file of files) {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    expect(notices, file).toMatch(new RegExp(`^${name?.replaceAll(".", "\\.")} \\d`, "m"));
  }
  for (const { text } of included) expect(notices).toContain(text);
  expect(notices, 'run "npm run build -w policies"').toBe(noticesText("dist", included));
});

test("the pack on an old Node names the required version", async () => {
  const folder = mkdtempSync(join(tmpdir(), "old-node-"));
  const pretend = join(folder, "pretend.cjs");
  writeFileSync(
    pretend,
    `Object.defineProperty(process.versions, "node", { value: "20.19.5" });
     Object.defineProperty(process, "version", { value: "v20.19.5" });`,
  );
  const args = ["--require", pretend, `${policies}dist/index.cjs`];
  const ended = await promisify(execFile)(process.execPath, args).catch(
    (error: { code: number; stderr: string }) => error,
  );
  rmSync(folder, { recursive: true });
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.stderr).toMatch(
    /^The policy pack of @cloudplatform\/policies needs Node\.js 22\.19 or later; this is v20\.19\.5 \(.*\)\. Install/,
  );
  // An old Node parses the whole file before it runs the first line, so the file must be ES5.
  expect(readFileSync(`${policies}dist/index.cjs`, "utf8")).not.toMatch(/=>|\bconst\b|\blet\b|`|\?\.|\?\?/);
});
