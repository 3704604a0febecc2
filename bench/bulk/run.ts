import { startEmulator } from "@cloudplatform/emulator";
import { templates } from "../../campaigns/bulk/program.ts";
import { openStack } from "../../test/helpers/stack.ts";
import { recordResult } from "../results/record.ts";

/** First updates with and without checkpoints, alternating: `BENCH_COUNT=3000 BENCH_REPEATS=1 node bench/bulk/run.ts`. */
const count = Number(process.env.BENCH_COUNT ?? 1000);
const repeats = Number(process.env.BENCH_REPEATS ?? 2);

const seconds: Record<"with" | "without", number[]> = { with: [], without: [] };
for (let repeat = 0; repeat < repeats; repeat++)
  for (const mode of ["with", "without"] as const) {
    const emulator = await startEmulator({ port: 0 });
    const env: Record<string, string> = mode === "with" ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" };
    const stack = await openStack({ url: emulator.url, env });
    await stack.program(templates(count));
    const start = performance.now();
    const { code, output } = await stack.up();
    if (code !== 0) throw new Error(output);
    seconds[mode].push((performance.now() - start) / 1000);
    console.log(`${count} templates ${mode} checkpoints: ${seconds[mode].at(-1)?.toFixed(1)} s`);
    await stack.remove();
    await emulator.close();
  }

const ratios = seconds.without.map((without, repeat) => without / (seconds.with[repeat] ?? Number.NaN));
console.log(`Without checkpoints, × the time with them: ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}`);
recordResult({ bench: "bulk", sources: ["provider"], figures: { resources: count, "first.ratio": ratios } });
