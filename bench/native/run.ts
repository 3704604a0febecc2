import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Figure, recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { importTimes } from "./imports.ts";
import { noopPlugin, pluginFolders, startUp } from "./plugins.ts";

/** Start of the provider's process, alternating, and import of the package in a program: `node bench/native/run.ts`. */
const repeats = Number(process.env.BENCH_REPEATS ?? 7);

const folders = await pluginFolders();
const files = {
  native: join(folders.native, "pulumi-resource-cloudplatform"),
  dynamic: createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider"),
  "no-op native": noopPlugin,
};
const names = Object.keys(files) as (keyof typeof files)[];
const starts: Record<keyof typeof files, Awaited<ReturnType<typeof startUp>>[]> = {
  native: [],
  dynamic: [],
  "no-op native": [],
};
for (let round = 0; round < repeats; round++) for (const name of names) starts[name].push(await startUp(files[name]));
const imports = await importTimes(repeats);

const rows = names.map((name) => {
  const [ms, cpuMs, mib] = (["ms", "cpuMs", "mib"] as const).map((part) =>
    medianOf(starts[name].map((one) => one[part])).toFixed(0),
  );
  return `| ${name} | ${ms} (${cpuMs}) | ${mib} |`;
});
const page = `# Start of the native provider

\`node bench/native/run.ts\`, ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} processors: medians of ${repeats} in turns.

| Provider's process | Start, ms (processor) | Memory, MiB |
|---|---|---|
${rows.join("\n")}

The import of the package in a program that has imported the SDK takes ${medianOf(imports).toFixed(0)} ms.
`;
writeFileSync(new URL("results.md", import.meta.url), page);
const figures: Record<string, Figure> = { importMs: imports, startMs: starts.native.map(({ ms }) => ms) };
recordResult({ bench: "native", sources: ["provider"], figures });
console.log(page);
