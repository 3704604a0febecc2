import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forReview } from "@cloudplatform/policies/cli";
import { expect, onTestFinished, test } from "vitest";
import { preparePolicies } from "../../provider/review/plan/policies.ts";

test("a review reads its configuration from a process substitution", { timeout: 5_000 }, async () => {
  const scratch = mkdtempSync(join(tmpdir(), "config-pipe-"));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const pipe = join(scratch, "pipe");
  execFileSync("mkfifo", [pipe]);
  // Written once: a second read waits for ever.
  const writer = spawn("sh", ["-c", `printf '{ "no-destruction": "advisory" }' > "${pipe}"`]);
  onTestFinished(() => void writer.kill());
  const { args } = await forReview.prepare({ config: [pipe], stack: "dev", scratch });
  expect(args).toContain("--policy-pack-config");
});

test("a configuration that a review cannot read is reported with one code", async () => {
  const options = { config: ["/no/such/file.json"], stack: "dev", scratch: tmpdir() };
  await expect(preparePolicies(tmpdir(), options)).rejects.toThrow(/^(?!.*CP5001).*file\.json.* \[CP4004\]$/);
});
