import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "old-node-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pretend = join(folder, "pretend.cjs");
writeFileSync(
  pretend,
  `Object.defineProperty(process.versions, "node", { value: "20.19.5" });
   Object.defineProperty(process, "version", { value: "v20.19.5" });`,
);

// Separate processes, because the commands check the version of Node when they start: 0.1 s of processor time each.
test.each(["provider/cli/start.cjs", "emulator/start.cjs"])(
  "%s, the command in a checkout, names the required version of Node in one line",
  async (command) => {
    const file = fileURLToPath(new URL(`../../${command}`, import.meta.url));
    const ended = await promisify(execFile)(process.execPath, ["--require", pretend, file, "--version"]).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^\S+ needs Node\.js 22\.19 or later; this is v20\.19\.5 .*\n$/);
  },
);
