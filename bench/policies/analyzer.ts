import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Analyzer, startAnalyzer } from "../../test/helpers/analyzer.ts";
import { cluster, template } from "../../test/helpers/declared.ts";

/** Clock ticks per second of the kernel, the unit of /proc/<pid>/stat. */
const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Processor time of a pack's own process for one preview: the difference without everything else that the machine does. Reads
 * /proc, so it works on Linux only.
 */
export async function analyzerTimes(empty: string, resources: number) {
  const times: Record<string, { startCpuSeconds: number; analyzeCpuSeconds: number; analyzeSeconds: number }> = {};
  for (const [name, folder] of [["empty", empty] as const, ["cloudplatform", undefined] as const]) {
    const analyzer = await startAnalyzer(folder);
    try {
      const startCpuSeconds = cpuSeconds(analyzer);
      const started = performance.now();
      await analyze(analyzer, resources);
      const analyzeSeconds = Math.round(performance.now() - started) / 1000;
      times[name] = {
        startCpuSeconds,
        analyzeCpuSeconds: round(cpuSeconds(analyzer) - startCpuSeconds),
        analyzeSeconds,
      };
    } finally {
      await analyzer.close();
    }
  }
  console.log(`${resources} resources, the pack's process alone: ${JSON.stringify(times)}`);
  return times;
}

async function analyze(analyzer: Analyzer, resources: number): Promise<void> {
  const declared = Array.from({ length: resources }, (_, index) =>
    index % 5 === 4
      ? cluster({ name: `cluster-${index}` }, { name: `cluster-${index}` })
      : template({ rule: `/${index}/`, weight: index + 1 }, { name: `template-${index}` }),
  );
  for (const one of declared) await analyzer.analyze(one);
  await analyzer.analyzeStack(declared);
}

function cpuSeconds({ pid }: Analyzer): number {
  // The process name is in parentheses and may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return round((Number(fields[11]) + Number(fields[12])) / ticks);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
