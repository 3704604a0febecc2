// On POSIX alone: the `node` that borrows a process is a script of Bash.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { builtFolder } from "../../provider/pack/built.ts";
import { executable } from "../../provider/pack/packages.ts";
import { isAlive } from "../../provider/values/is-alive.ts";
import { keptNode } from "../helpers/kept-node/folder.ts";
import { Pool } from "../helpers/kept-node/pool.ts";
import { until } from "../helpers/until.ts";

const kept = join(keptNode(), "node");

async function openPool(): Promise<number> {
  const pool = new Pool();
  onTestFinished(() => pool.close());
  return pool.listen();
}

/** Starts a script that looks like a plugin built for tests, so that a kept process runs it. */
function start(node: string, port: number, source: string) {
  mkdirSync(builtFolder, { recursive: true });
  const folder = mkdtempSync(join(builtFolder, "pool-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, executable), source);
  return spawn(node, [join(folder, executable)], { env: { ...process.env, KEPT_NODE_PORT: String(port) } });
}

async function run(...given: Parameters<typeof start>) {
  const child = start(...given);
  const [[code], stdout, stderr] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

test.each([
  ["that nobody hears", ""],
  ["that another listener hears", 'process.on("uncaughtException", ({ message }) => console.log("heard " + message));'],
])("a job ends like its own process by an error of its last listener, %s", async (_title, listener) => {
  const source = `${listener} process.on("exit", () => { throw new Error("too late"); }); process.exitCode = 3;`;
  const port = await openPool();
  const [own, lent] = [await run(process.execPath, port, source), await run(kept, port, source)];
  expect(own.code).toBe(3);
  expect(lent).toMatchObject({ code: own.code, stdout: own.stdout });
  expect(lent.stderr.includes("too late")).toBe(own.stderr.includes("too late"));
  expect(await run(kept, port, "console.log(1)")).toMatchObject({ code: 0, stdout: "1\n" });
});

test("a job imports a module without a warning about the way in which its file was compiled", async () => {
  const source = 'import("node:os").then(() => console.log(1));';
  const port = await openPool();
  const own = await run(process.execPath, port, source);
  expect(own).toEqual({ code: 0, stdout: "1\n", stderr: "" });
  expect(await run(kept, port, source)).toEqual(own);
});

test("a command whose end cannot be noted fails, and says why", async () => {
  const port = await openPool();
  process.env.PROCESSOR_TIME_ENTRIES = tmpdir();
  const failed = await run(kept, port, "console.log(1)");
  expect(failed).toMatchObject({ code: 1, stdout: "1\n", stderr: expect.stringContaining("EISDIR") });
});

test("kept processes end with the one that keeps them, however it ends", async () => {
  const pool = JSON.stringify(new URL("../helpers/kept-node/pool.ts", import.meta.url));
  const source = `import { Pool } from ${pool}; console.log(await new Pool().listen());`;
  const keeper = spawn(process.execPath, ["--input-type=module", "--eval", source]);
  const [port] = await once(keeper.stdout.setEncoding("utf8"), "data");
  const serving = start(
    kept,
    Number(port),
    `require("node:net").createServer().listen(0, () => console.log("serves"));
     // The property says what the process stands for.
     require("node:child_process").execSync("echo $PPID", { stdio: "inherit" });`,
  );
  let output = "";
  serving.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  await until("it serves", () => output.includes("serves") || undefined);
  const pid = Number(/^\d+$/m.exec(output)?.[0]);
  expect(isAlive(pid)).toBe(true);
  keeper.kill("SIGKILL");
  await until("it has ended", () => !isAlive(pid) || undefined, 20_000);
});
