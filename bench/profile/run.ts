import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { z } from "zod";
import { openStack, type TestStack } from "../../test/helpers/stack.ts";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { kinds } from "../rule-templates/kinds.ts";
import { ownerOf, owners } from "./owners.ts";

/** Processor time of a run by process and by owner of the code: `BENCH_COUNT=1000 node bench/profile/run.ts`. */
const count = Number(process.env.BENCH_COUNT ?? 1000);
const hook = fileURLToPath(new URL("hook.mjs", import.meta.url));

const profileSchema = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string(), url: z.string() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
  cpu: z.object({ user: z.number(), system: z.number() }),
});

type Seconds = Record<string, number>;

/** Seconds of a process by owner, without idle time. */
function byOwner(file: string): { process: number; owners: Seconds } {
  const { nodes, samples, timeDeltas, cpu } = profileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const sums: Seconds = {};
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const owner = frame === undefined ? undefined : ownerOf(frame);
    if (owner !== undefined) sums[owner] = (sums[owner] ?? 0) + (timeDeltas[index] ?? 0) / 1e6;
  }
  return { process: (cpu.user + cpu.system) / 1e6, owners: sums };
}

const cli = await ensurePulumi({ log: () => undefined });

/** Processor seconds of a command and all its processes. */
async function processorSeconds(stack: TestStack, command: string, env: NodeJS.ProcessEnv): Promise<number> {
  const script = `TIMEFORMAT='%U %S'; time "$0" ${command} --yes --skip-preview --non-interactive >/dev/null 2>&1`;
  const child = spawn("bash", ["-c", script, cli.bin], { cwd: stack.folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let text = "";
  child.stderr.on("data", (data) => (text += data));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`pulumi ${command} ended with ${code}.`);
  const [user = 0, system = 0] = text.trim().split(" ").map(Number);
  return user + system;
}

const emulator = await startEmulator({ port: 0 });
const stack = await openStack({ url: emulator.url });
const folder = mkdtempSync(join(tmpdir(), "profile-"));
const rows: string[] = [];
try {
  await stack.program(kinds.dynamic.program(count));
  const steps = { "first `up`": "up", "unchanged `up`": "up", "`refresh`": "refresh" };
  for (const [name, command] of Object.entries(steps)) {
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    const env = { ...stack.env, NODE_OPTIONS: `--import ${hook}`, PROFILE_FOLDER: folder };
    const total = await processorSeconds(stack, command, env);
    let rest = total;
    for (const [label, prefix] of [
      ["program", "cmd-run"],
      ["provider", "dynamic-provider"],
    ] as const) {
      const file = readdirSync(folder).find((one) => one.startsWith(prefix));
      if (file === undefined) continue;
      const { process: seconds, owners: sums } = byOwner(join(folder, file));
      rest -= seconds;
      const cells = owners.map((owner) => (sums[owner] ?? 0).toFixed(2));
      rows.push(`| ${name} | ${label} | ${seconds.toFixed(2)} | ${cells.join(" | ")} |`);
    }
    rows.push(`| ${name} | engine, hosts | ${rest.toFixed(2)} |${" |".repeat(owners.length)}`);
  }
} finally {
  await stack.remove();
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
}

const page = `# Where the time of ${count} rule templates goes

Processor seconds with the profiler on (\`node bench/profile/run.ts\`, ${new Date().toISOString().slice(0, 10)}). The columns after the total
are those of the profile: whose code it is; the collector of garbage and what V8 does itself stand apart.

| Step | Process | Total | ${owners.join(" | ")} |
|---|---|---|${"---|".repeat(owners.length)}
${rows.join("\n")}
`;
writeFileSync(new URL("results.md", import.meta.url), page);
console.log(page);
