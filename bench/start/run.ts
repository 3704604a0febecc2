import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "@cloudplatform/emulator";
import { startCommand } from "../command.ts";
import { recordResult } from "../results/record.ts";
import { openStackWith } from "../settings.ts";

/** `npm start` in a warm checkout, compared with a bare `pulumi up` of an empty stack, alternating: `node bench/start/run.ts`. */
const repeats = Number(process.env.BENCH_REPEATS ?? 5);
const cwd = fileURLToPath(new URL("../..", import.meta.url));
const execute = promisify(execFile);

const emulator = await startEmulator({ port: 0 });
// Pulumi as installed, without anything that `npm start` sets, and a program that only imports the SDK.
const stack = await openStackWith("installed", { url: emulator.url });
await writeFile(join(stack.folder, "index.ts"), 'import "@pulumi/pulumi";\n');

const ways = {
  start: async () => void (await execute("npm", ["start"], { cwd, maxBuffer: 1e8 })),
  bare: async () => {
    const { code, output } = await startCommand(stack, "up", "--yes", "--skip-preview").done;
    if (code !== 0) throw new Error(output);
  },
};
const seconds: Record<keyof typeof ways, number[]> = { start: [], bare: [] };
try {
  // The first run of each fills caches that later runs use.
  for (let round = -1; round < repeats; round++)
    for (const name of ["start", "bare"] as const) {
      const start = performance.now();
      await ways[name]();
      if (round >= 0) seconds[name].push((performance.now() - start) / 1000);
    }
} finally {
  await stack.remove();
  await emulator.close();
}
const ratio = seconds.start.map((value, round) => value / (seconds.bare[round] ?? Number.NaN));
console.log({ ...seconds, ratio });
recordResult({
  bench: "start",
  sources: ["provider", "policies", "emulator", "examples/quickstart"],
  figures: { ratio },
});
