import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const provider = fileURLToPath(new URL("../../provider/index.ts", import.meta.url));

/** Runs a program in a separate process that listens for rejections as Pulumi does. Returns its output. */
function printed(statements: string, ...flags: string[]): string {
  const program = `
    import { edge } from ${JSON.stringify(provider)};
    import { setTimeout } from "node:timers/promises";
    const seen = new Set();
    const report = (error) => { if (!seen.has(error)) console.log("reported: " + error.message); seen.add(error); };
    process.on("unhandledRejection", report);
    process.on("uncaughtException", report);
    ${statements}
  `;
  const args = ["--trace-warnings", ...flags, "--input-type=module", "-e", program];
  const env = { ...process.env, CLOUDPLATFORM_BASE_URL: "http://127.0.0.1:9", CLOUDPLATFORM_API_KEY: "local" };
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  return stdout + stderr;
}

const warning = /PromiseRejectionHandledWarning/;

test.each(["throw", "strict"])(
  "failures that are handled late are reported once and without a warning, with --unhandled-rejections=%s",
  (mode) => {
    const text = printed(
      `const late = [
         edge.getApps({ limit: "itself" }),
         edge.getApps({ limit: "derived" }).then(({ count }) => count),
         (async () => (await edge.getApps({ limit: "awaited" })).count)(),
       ];
       edge.getApps({ limit: "never" });
       try { await edge.getApps({ limit: "caught" }); } catch { console.log("caught"); }
       await setTimeout(300);
       for (const one of late) await one.catch(report);`,
      `--unhandled-rejections=${mode}`,
    );
    for (const name of ["itself", "derived", "awaited", "never"]) expect(text.split(`"${name}"`)).toHaveLength(2);
    expect(text).toContain("caught\n");
    expect(text).not.toContain('"caught"');
    expect(text).not.toMatch(warning);
  },
);

test("Node still warns of other unhandled promises", () => {
  const others =
    "const other = Promise.reject(new Error('theirs')); await setTimeout(50); other.catch(() => undefined);";
  const own = "await edge.getApps({ limit: 'many' }).catch(() => undefined);";
  const text = printed(`${own} ${others} await setTimeout(50);`);
  expect(text).toContain("reported: theirs");
  expect(text).toMatch(warning);
});
