import { writeFileSync } from "node:fs";
import { startEmulator } from "@cloudplatform/emulator";
import { controlOf } from "../../test/helpers/control.ts";
import { openStack, type Run } from "../../test/helpers/stack.ts";
import { ruleTemplates } from "./program.ts";

/**
 * Many rule templates in one stack, beside as many hand-written dynamic resources that do nothing: what the engine and
 * its dynamic provider cost alone. Both in one run, for machines differ. `node bench/rule-templates/run.ts`
 */
const count = 200;

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

interface Figures {
  up: number;
  again: number;
  refresh: number;
  bytes: number;
  requests: Record<string, number>;
}

async function seconds(action: () => Promise<Run>): Promise<number> {
  const start = performance.now();
  const run = await action();
  if (run.code !== 0) throw new Error(run.output);
  return (performance.now() - start) / 1000;
}

async function measure(program: string): Promise<Figures> {
  const emulator = await startEmulator({ port: 0 });
  const control = controlOf(emulator);
  const stack = await openStack({ url: emulator.url });
  const requests: Record<string, number> = {};
  const counting = async (name: string, action: () => Promise<number>) => {
    await control.clearRequests();
    const took = await action();
    requests[name] = (await control.requests()).length;
    return took;
  };
  try {
    await stack.program(program);
    const up = await counting("up", () => seconds(() => stack.up()));
    const again = await counting("again", () => seconds(() => stack.up()));
    const refresh = await counting("refresh", () => seconds(() => stack.refresh()));
    const state = JSON.parse(await stack.stateText());
    const resources: { type: string }[] = state.checkpoint.latest.resources;
    const sizes = resources
      .filter((one) => one.type.startsWith("pulumi-nodejs:dynamic"))
      .map((one) => JSON.stringify(one).length);
    return { up, again, refresh, bytes: Math.round(sizes.reduce((a, b) => a + b, 0) / sizes.length), requests };
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

const template = await measure(ruleTemplates(count));
const nothing = await measure(noop);
const row = (name: string, a: number, b: number, digits = 1) =>
  `| ${name} | ${a.toFixed(digits)} | ${b.toFixed(digits)} | ${(a / b).toFixed(2)} |`;
const page = `# ${count} rule templates

Beside ${count} hand-written dynamic resources with the same inputs that do nothing and ask nobody
(\`node bench/rule-templates/run.ts\`, ${new Date().toISOString().slice(0, 10)}, both in one run).

| | Rule templates | No-op | Ratio |
|---|---|---|---|
${row("`pulumi up`, s", template.up, nothing.up)}
${row("`pulumi up` again, s", template.again, nothing.again)}
${row("`pulumi refresh`, s", template.refresh, nothing.refresh)}
${row("state a resource, bytes", template.bytes, nothing.bytes, 0)}

Requests to the platform: ${template.requests.up} for the first \`up\`, ${template.requests.again} for the second,
${template.requests.refresh} for \`refresh\`.
`;
writeFileSync(new URL("results.md", import.meta.url), page);
console.log(page);
