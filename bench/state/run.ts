import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { startEmulator } from "@cloudplatform/emulator";
import { openStack } from "../../test/helpers/stack.ts";
import { pluginFolders } from "../native/plugins.ts";
import { recordResult } from "../results/record.ts";

/**
 * First updates with checkpoints and the size of the stored state, plain and compressed by Pulumi itself, alternating:
 * `BENCH_COUNT=1000 BENCH_REPEATS=2 node bench/state/run.ts`.
 */
const count = Number(process.env.BENCH_COUNT ?? 1000);
const repeats = Number(process.env.BENCH_REPEATS ?? 2);

const compressions = {
  plain: {},
  gzip: { PULUMI_DIY_BACKEND_GZIP: "true" },
  zstd: { PULUMI_DIY_BACKEND_ZSTD: "true" },
} as const;
type Compression = keyof typeof compressions;
const names = Object.keys(compressions) as Compression[];

// Unique texts: what compression cannot reduce is the user's own data.
const digests = Array.from({ length: count }, (_, index) => createHash("sha256").update(`rule ${index}`).digest("hex"));

const providers = {
  dynamic: "cdn.RuleTemplate",
  native: "native.cdn.RuleTemplate",
} as const;
type Provider = keyof typeof providers;

/** Seconds of a first update, and bytes of everything that is stored per resource. */
interface Trial {
  seconds: number;
  bytes: number;
}

const { native: plugin } = await pluginFolders();

async function measure(provider: Provider, compression: Compression): Promise<Trial> {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStack({ url: emulator.url, env: compressions[compression], plugins: [plugin] });
  await stack.program(`
    import * as native from "@cloudplatform/pulumi/native";
    ${JSON.stringify(digests)}.forEach((digest, i) => new ${providers[provider]}(\`template-\${i}\`,
      { rule: \`/\${digest}/\`, ruleType: 0, weight: i + 1, options: { gzipOn: { enabled: true, value: true } } }));`);
  const begun = performance.now();
  const { code, output } = await stack.up();
  const seconds = (performance.now() - begun) / 1000;
  if (code !== 0) throw new Error(output);
  const bytes = (await stack.stateFile()).length / count;
  await stack.remove();
  await emulator.close();
  console.log(`${provider}, ${compression}: ${seconds.toFixed(1)} s, ${bytes.toFixed(0)} bytes a resource`);
  return { seconds, bytes };
}

const trials = new Map<string, Trial[]>();
for (let repeat = 0; repeat < repeats; repeat++)
  for (const provider of Object.keys(providers) as Provider[])
    for (const compression of names) {
      const key = `${provider} ${compression}`;
      trials.set(key, [...(trials.get(key) ?? []), await measure(provider, compression)]);
    }

const trialsOf = (provider: Provider, compression: Compression) => trials.get(`${provider} ${compression}`) ?? [];
const ratios = (provider: Provider, compression: Compression) =>
  trialsOf(provider, compression).map(
    ({ seconds }, repeat) => seconds / (trialsOf(provider, "plain")[repeat]?.seconds ?? Number.NaN),
  );
const rows = (Object.keys(providers) as Provider[]).flatMap((provider) =>
  names.map((compression) => {
    const times = trialsOf(provider, compression).map(({ seconds }) => seconds.toFixed(1));
    const bytes = trialsOf(provider, compression)[0]?.bytes.toFixed(0);
    const parts = ratios(provider, compression).map((ratio) => ratio.toFixed(2));
    return `| ${provider} | ${compression} | ${times.join(", ")} | ${parts.join(", ")} | ${bytes} |`;
  }),
);
const page = `# The stored state, plain and compressed

\`node bench/state/run.ts\`, ${new Date().toISOString().slice(0, 10)}: first updates of ${count} rule templates with checkpoints, and the size of the state file
divided by their number. Each rule has a text of 64 random digits, which no compression makes smaller than 32 bytes.

| Provider | State | First \`up\`, s | × plain | Bytes a resource |
|---|---|---|---|---|
${rows.join("\n")}
`;
writeFileSync(new URL("results.md", import.meta.url), page);
console.log(page);
recordResult({
  bench: "state",
  sources: ["provider"],
  figures: {
    resources: count,
    "dynamic.storedBytes": trialsOf("dynamic", "gzip").map(({ bytes }) => bytes),
    "native.storedBytes": trialsOf("native", "gzip").map(({ bytes }) => bytes),
    "first.ratio": ratios("dynamic", "gzip"),
    "native.first.ratio": ratios("native", "gzip"),
  },
});
