import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createProgress } from "../../tools/pulumi-cli/progress.mjs";
import { buildFromSources } from "../../tools/pulumi-cli/source-hosts.mjs";

test("if Pulumi's repository is unreachable, no language host is built, and git's message is the reason", async () => {
  const draft = mkdtempSync(join(tmpdir(), "source-hosts-"));
  onTestFinished(() => rmSync(draft, { recursive: true, force: true }));
  process.env.CLOUDPLATFORM_PULUMI_REPOSITORY = pathToFileURL(join(draft, "none")).href;
  const target = join(draft, "hosts");
  const progress = createProgress(() => undefined);
  const { signal } = new AbortController();
  const reason = await buildFromSources({ version: "3.259.0", draft, target, progress, signal });
  expect(reason).toMatch(/^git fetch ended with code 128: fatal: .*none/);
  expect(readdirSync(draft)).toEqual(["pulumi"]);
});
