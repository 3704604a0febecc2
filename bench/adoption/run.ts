import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { runCommand } from "../../test/helpers/run.ts";
import { openStack } from "../../test/helpers/stack.ts";
import { fill, secretKey } from "./account.ts";

/** Measures `cloudplatform adopt --all` of an account with objects of every kind, and the commands that follow it. */
const wanted = Number(process.env.ADOPT_OBJECTS ?? 500);
const cli = fileURLToPath(new URL("../../provider/cli/main.ts", import.meta.url));
const steps: { name: string; seconds: number; requests: number }[] = [];

// A fast clock: clusters take minutes on the platform.
const emulator = await startEmulator({ port: 0, speed: 2_000 });
const stack = await openStack({ url: emulator.url });
try {
  const counts = await fill(emulator.url, wanted);
  const requests = () => requestCount(emulator.url);
  const step = async (name: string, action: () => Promise<{ code: number; output: string }>) => {
    const [start, before] = [performance.now(), await requests()];
    const { code, output } = await action();
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
    const seconds = (performance.now() - start) / 1000;
    steps.push({ name, seconds, requests: (await requests()) - before });
    return output;
  };
  const env = { ...process.env, CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local" };
  const adopt = [cli, "adopt", "--all", "--place", "1/76"];
  const output = await step("`cloudplatform adopt --all`", () =>
    runCommand(process.execPath, adopt, { cwd: stack.folder, env: { ...env, CLOUDPLATFORM_CLIENT_ID: "5" } }),
  );
  for (const [, key = ""] of output.matchAll(/config set --secret (\S+)/g))
    await stack.config(key, secretKey, { secret: true });
  await stack.program('import "./adopted/index.ts";');
  const flags = ["--yes", "--protect=false", "--generate-code=false", "--skip-preview"];
  await step("`pulumi import`", () => stack.run("import", "--file", "adopted/import.json", ...flags));
  await step("`pulumi preview --expect-no-changes`", () => stack.preview("--expect-no-changes"));
  await step("`pulumi refresh`, then `preview`", async () => {
    const refreshed = await stack.refresh();
    return refreshed.code === 0 ? stack.preview("--expect-no-changes") : refreshed;
  });
  const inState = (await stack.resources()).length;
  if (inState !== wanted) throw new Error(`${inState} objects are in state, ${wanted} were to be adopted.`);
  const files = ["cdn.ts", "kubernetes.ts", "reservations.ts", "edge.ts", "import.json", "report.md"];
  const sizes = await Promise.all(
    files.map(async (file) => (await readFile(join(stack.folder, "adopted", file))).length),
  );
  writeFileSync(
    new URL("results.md", import.meta.url),
    report(
      counts,
      sizes.reduce((a, b) => a + b, 0),
    ),
  );
} finally {
  await stack.remove();
  await emulator.close();
}

function report(counts: Readonly<Record<string, number>>, bytes: number): string {
  const made = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  const rows = steps.map(({ name, seconds, requests }) => `| ${name} | ${seconds.toFixed(1)} | ${requests} |`);
  const text = [
    "# The last figures",
    "",
    `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} processors. Adopted: ${wanted} objects; the account has ${made.join(", ")}.`,
    `The preview after the import is empty, and so is the one after a refresh. Program, import file and report have ${Math.round(bytes / 1024)} KiB.`,
    "",
    "| Step | Seconds | Requests |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  console.log(text);
  return text;
}

/** Returns the number of requests that the emulator has served. */
async function requestCount(url: string): Promise<number> {
  const response = await fetch(`${url}/_emulator/summary`);
  return ((await response.json()) as { lastSeq: number }).lastSeq;
}
