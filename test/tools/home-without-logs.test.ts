import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { homeWithoutLogs } from "../../tools/pulumi-cli/home-without-logs.mjs";

test("the CLI runs as usual in a home without logs, and writes logs in any other", async () => {
  const { bin, env } = await ensurePulumi({ log: () => undefined });
  const folder = mkdtempSync(join(tmpdir(), "pulumi-home-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const about = (home: string) => {
    const all = { ...process.env, ...env, PULUMI_HOME: home, PULUMI_BACKEND_URL: `file://${folder}` };
    const { status, stdout, stderr } = spawnSync(bin, ["stack", "ls", "--all", "--json"], {
      cwd: folder,
      env: all,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const [usual, without] = [join(folder, "usual"), homeWithoutLogs(join(folder, "without"))];
  expect(about(without)).toEqual(about(usual));
  expect(about(usual).status).toBe(0);
  expect(readdirSync(join(usual, "logs"))).toHaveLength(2);
  expect(readFileSync(join(homeWithoutLogs(without), "logs"), "utf8")).toBe("");
});
