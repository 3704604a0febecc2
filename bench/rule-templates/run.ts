import { writeFileSync } from "node:fs";
import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import { controlOf } from "../../test/helpers/control.ts";
import { openStack, type TestStack } from "../../test/helpers/stack.ts";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { ruleTemplates } from "./program.ts";

/**
 * Many rule templates in one stack, beside as many hand-written dynamic resources that do nothing: what the engine and
 * its dynamic provider cost alone. Both in one run, for machines differ. `BENCH_COUNT=1000 node bench/rule-templates/run.ts`
 */
const count = Number(process.env.BENCH_COUNT ?? 200);

const noop = `
  const provider: pulumi.dynamic.ResourceProvider = {
    async create(inputs) { return { id: String(inputs.name), outs: inputs }; },
    async diff() { return { changes: false }; },
    async read(id, props) { return { id, props }; },
  };
  class Noop extends pulumi.dynamic.Resource {
    constructor(name: string, args: object) { super(provider, name, args); }
  }
  for (let i = 0; i < ${count}; i++)
    new Noop(\`template-\${i}\`, {
      name: \`template-\${i}\`, rule: \`/path-\${i}/\`, ruleType: 0, weight: i + 1,
      options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
    });`;

/** Runs of what can be repeated; the two stacks take turns. */
const repeats = Number(process.env.BENCH_REPEATS ?? 5);

interface Subject {
  stack: TestStack;
  emulator: Emulator;
  requests: Record<string, number>;
  seconds: Record<string, number[]>;
}

async function openSubject(program: string): Promise<Subject> {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStack({ url: emulator.url });
  await stack.program(program);
  return { stack, emulator, requests: {}, seconds: {} };
}

async function measure({ stack, emulator, requests, seconds }: Subject, command: "up" | "refresh", name: string) {
  const control = controlOf(emulator);
  await control.clearRequests();
  const start = performance.now();
  const run = await stack[command]();
  if (run.code !== 0) throw new Error(run.output);
  seconds[name] = [...(seconds[name] ?? []), (performance.now() - start) / 1000];
  requests[name] = (await control.requests()).length;
}

async function bytesOf({ stack }: Subject): Promise<number> {
  const state = JSON.parse(await stack.stateText());
  const resources: { type: string }[] = state.checkpoint.latest.resources;
  const sizes = resources
    .filter((one) => one.type.startsWith("pulumi-nodejs:dynamic"))
    .map((one) => JSON.stringify(one).length);
  return Math.round(sizes.reduce((a, b) => a + b, 0) / sizes.length);
}

const subjects = [await openSubject(ruleTemplates(count)), await openSubject(noop)] as const;
try {
  for (const subject of subjects) await measure(subject, "up", "first");
  for (let round = 0; round < repeats; round++)
    for (const [command, name] of [
      ["up", "again"],
      ["refresh", "refresh"],
    ] as const)
      for (const subject of subjects) await measure(subject, command, name);
  const bytes = await Promise.all(subjects.map(bytesOf));
  const shown = (values: readonly number[] = []) =>
    values.length === 1
      ? medianOf(values).toFixed(1)
      : `${medianOf(values).toFixed(1)} (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
  const row = (label: string, name: string) => {
    const [own = [], other = []] = subjects.map(({ seconds }) => seconds[name]);
    return `| ${label} | ${shown(own)} | ${shown(other)} | ${(medianOf(own) / medianOf(other)).toFixed(2)} |`;
  };
  const [{ requests }] = subjects;
  const page = `# ${count} rule templates

Beside ${count} hand-written dynamic resources with the same inputs that do nothing and ask nobody
(\`BENCH_COUNT=${count} node bench/rule-templates/run.ts\`, ${new Date().toISOString().slice(0, 10)}): the median and, of ${repeats} alternating runs, the
smallest and the largest.

| | Rule templates | No-op | Ratio |
|---|---|---|---|
${row("first `pulumi up`, s", "first")}
${row("unchanged `pulumi up`, s", "again")}
${row("`pulumi refresh`, s", "refresh")}
| state a resource, bytes | ${bytes[0]} | ${bytes[1]} | ${((bytes[0] ?? 0) / (bytes[1] ?? 1)).toFixed(2)} |

Requests to the platform: ${requests.first} for the first \`up\`, ${requests.again} for an unchanged one, ${requests.refresh} for \`refresh\`.
`;
  const ratios = (name: string) => {
    const [own = [], other = []] = subjects.map(({ seconds }) => seconds[name]);
    return own.map((value, index) => value / (other[index] ?? Number.NaN));
  };
  recordResult({
    bench: "rule-templates",
    sources: ["provider"],
    figures: {
      resources: count,
      "first.ratio": ratios("first"),
      "unchanged.ratio": ratios("again"),
      "refresh.ratio": ratios("refresh"),
      "refresh.requests": requests.refresh ?? Number.NaN,
      stateBytes: bytes[0] ?? Number.NaN,
    },
  });
  writeFileSync(new URL("results.md", import.meta.url), page);
  console.log(page);
} finally {
  for (const { stack, emulator } of subjects) {
    await stack.remove();
    await emulator.close();
  }
}
