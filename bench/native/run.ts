import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { openStack, type Run } from "../../test/helpers/stack.ts";
import { pluginFolders, startUp } from "./plugins.ts";

/**
 * Rule templates by the native provider and by the dynamic one, beside as many resources that do nothing: dynamic ones whose
 * closures are serialized, and native ones. All in one run, since machines differ. `BENCH_COUNTS=200,1000 node bench/native/run.ts`
 */
const counts = (process.env.BENCH_COUNTS ?? "200,1000").split(",").map(Number);
const inputs =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program.
  "{ rule: `/path-${i}/`, ruleType: 0, weight: i + 1, options: { gzipOn: { enabled: true, value: true } } }";
const each = (count: number, make: string) =>
  `for (let i = 0; i < ${count}; i++) new ${make}(\`template-\${i}\`, ${inputs});`;

const kinds: Record<string, (count: number) => string> = {
  native: (count) =>
    `import * as native from "@cloudplatform/pulumi/native";\n${each(count, "native.cdn.RuleTemplate")}`,
  "dynamic, loader text": (count) => each(count, "cdn.RuleTemplate"),
  "no-op dynamic, closures": (count) => `
    const provider: pulumi.dynamic.ResourceProvider = {
      async create(inputs) { return { id: String(inputs.rule), outs: inputs }; },
      async diff() { return { changes: false }; },
      async read(id, props) { return { id, props }; },
    };
    class Noop extends pulumi.dynamic.Resource {
      constructor(name: string, args: object) { super(provider, name, args); }
    }
    ${each(count, "Noop")}`,
  "no-op native": (count) => `
    class Noop extends pulumi.CustomResource {
      constructor(name: string, args: pulumi.Inputs) { super("noop:index:Noop", name, args); }
    }
    ${each(count, "Noop")}`,
};

const folders = await pluginFolders();
const root = fileURLToPath(new URL("../../package.json", import.meta.url));
process.env.BENCH_ROOT = root;

async function seconds(action: () => Promise<Run>): Promise<number> {
  const start = performance.now();
  const run = await action();
  if (run.code !== 0) throw new Error(run.output);
  return (performance.now() - start) / 1000;
}

async function measure(program: string) {
  const emulator = await startEmulator({ port: 0 });
  const path = `${folders.native}:${folders.noop}:${process.env.PATH}`;
  const stack = await openStack({ url: emulator.url, env: { PATH: path, BENCH_ROOT: root } });
  try {
    await stack.program(program);
    const up = await seconds(() => stack.up());
    const again = await seconds(() => stack.up());
    const refresh = await seconds(() => stack.refresh());
    const state = JSON.parse(await stack.stateText());
    const resources: { type: string }[] = state.checkpoint.latest.resources;
    const sizes = resources.filter(({ type }) => !type.startsWith("pulumi:")).map((one) => JSON.stringify(one).length);
    return { up, again, refresh, bytes: sizes.reduce((a, b) => a + b, 0) / sizes.length };
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

const lines = [
  `# The native provider beside the dynamic one`,
  "",
  `\`node bench/native/run.ts\`, ${new Date().toISOString().slice(0, 10)}, all in one run.`,
  "",
  "| Resources | Provider | first `up`, s | unchanged `up`, s | `refresh`, s | state a resource, bytes |",
  "|---|---|---|---|---|---|",
];
for (const count of counts)
  for (const [name, program] of Object.entries(kinds)) {
    const { up, again, refresh, bytes } = await measure(program(count));
    lines.push(
      `| ${count} | ${name} | ${up.toFixed(1)} | ${again.toFixed(1)} | ${refresh.toFixed(1)} | ${bytes.toFixed(0)} |`,
    );
  }
lines.push("", "| Provider's process | start-up, ms | memory, MiB |", "|---|---|---|");
const processes = {
  native: join(folders.native, "pulumi-resource-cloudplatform.cjs"),
  dynamic: createRequire(root).resolve("@pulumi/pulumi/cmd/dynamic-provider"),
  "no-op native": join(folders.noop, "plugin.cjs"),
};
for (const [name, file] of Object.entries(processes)) {
  const { ms, mib } = await startUp(file);
  lines.push(`| ${name} | ${ms.toFixed(0)} | ${mib.toFixed(0)} |`);
}
const page = `${lines.join("\n")}\n`;
writeFileSync(new URL("results.md", import.meta.url), page);
console.log(page);
