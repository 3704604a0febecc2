import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { resourceTypes } from "../../provider/pulumi/native/plugin/resources.ts";
import { NativeHarness } from "../../test/helpers/native-harness.ts";
import { startPluginProcess } from "../../test/helpers/plugin-process.ts";
import { openStack } from "../../test/helpers/stack.ts";
import { pluginFolders } from "../native/plugins.ts";
import { memoryMib, used } from "../native/usage.ts";
import { recordResult } from "../results/record.ts";
import { type Kind, kinds } from "../rule-templates/kinds.ts";

/**
 * Memory of the provider's process (Linux): for many resources compared with few, with the real CLI; and over operations in one
 * process, which is called as the engine calls it. `node bench/memory/run.ts`
 */
const [few, many] = [20, Number(process.env.BENCH_COUNT ?? 2000)];
const operations = Number(process.env.BENCH_OPERATIONS ?? 10_000);
/** A heap as small as this one is full of garbage soon: what still grows in it is kept. */
const heapMib = 64;
/** During these, a process allocates what it keeps for good: compiled code, connections, schemas. */
const warmUp = operations / 5;

const folders = await pluginFolders();

/** Peak memory of the provider in MiB, over a first `up`, an unchanged one and a refresh. */
async function peakOf({ program, isProvider }: Kind, count: number): Promise<number> {
  const emulator = await startEmulator({ port: 0 });
  // The state is written once, because the engine would take most of the time otherwise.
  const env = { PULUMI_SKIP_CHECKPOINTS: "true" };
  const stack = await openStack({ url: emulator.url, env, plugins: [folders.native] });
  try {
    await stack.program(program(count));
    const peaks: number[] = [];
    for (const verb of ["up", "up", "refresh"])
      peaks.push((await used(stack.start(verb, "--yes", "--skip-preview"), isProvider)).peakMib);
    return Math.max(...peaks);
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

/** Memory of a process with a small heap in MiB, after every thousand operations. */
async function overOperations(): Promise<number[]> {
  const type = resourceTypes.find(({ token }) => token === "cloudplatform:cdn:RuleTemplate");
  if (type === undefined) throw new Error("There is no rule template.");
  const emulator = await startEmulator({ port: 0 });
  const records = mkdtempSync(join(tmpdir(), "bench-memory-"));
  const plugin = await startPluginProcess(
    process.execPath,
    [
      `--max-old-space-size=${heapMib}`,
      "--max-semi-space-size=2",
      join(folders.native, "pulumi-resource-cloudplatform.cjs"),
    ],
    { ...process.env, CLOUDPLATFORM_INTENT_DIR: records },
  );
  const memory: number[] = [];
  try {
    for (let done = 0, round = 0; done < operations; round++) {
      await Promise.all(
        Array.from({ length: 25 }, async (_, index) => {
          const name = `template-${round}-${index}`;
          const one = new NativeHarness(plugin, type.handler, emulator, name);
          await one.up({ rule: `/${name}/`, ruleType: 0, weight: index + 1 });
          await one.refresh();
          await one.up({ rule: `/${name}/`, ruleType: 0, weight: index + 2 });
          await one.destroy();
        }),
      );
      done += 100;
      const mib = memoryMib(plugin.process.pid, "VmRSS");
      if (mib === undefined) throw new Error("The provider's process has ended.");
      if (done % 1000 === 0) memory.push(mib);
    }
    return memory;
  } finally {
    await plugin.end();
    await emulator.close();
    rmSync(records, { recursive: true, force: true });
  }
}

const figures: Record<string, number | number[]> = {};
for (const name of ["native", "dynamic"] as const) {
  const [low, high] = [await peakOf(kinds[name], few), await peakOf(kinds[name], many)];
  console.log(`${name}: ${low.toFixed(0)} MiB for ${few} resources, ${high.toFixed(0)} MiB for ${many}`);
  Object.assign(figures, { [`${name}.fewMib`]: low, [`${name}.manyMib`]: high, [`${name}.ratio`]: high / low });
}
const memory = await overOperations();
console.log(`MiB after every thousand operations: ${memory.map((mib) => mib.toFixed(0)).join(" ")}`);
figures["growth.ratio"] = (memory.at(-1) ?? 0) / (memory[warmUp / 1000 - 1] ?? Number.NaN);
recordResult({ bench: "memory", sources: ["provider"], figures });
console.log(figures);
rmSync(join(folders.native, ".."), { recursive: true, force: true });
