import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { batchProgress, processOutput } from "../../provider/cli/progress.ts";
import { descendant } from "../../test/helpers/processes.ts";
import { type Going, openStack, type TestStack } from "../../test/helpers/stack.ts";
import { Platform } from "./platform.ts";
import { Random } from "./random.ts";

/**
 * Creations with the real CLI that are interrupted at a random time: `node campaigns/cluster/cli-campaign.ts --runs 24`. It also
 * measures the seconds from Ctrl-C until the state contains the cluster: `--kind Ctrl-C --out ctrl-c`.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
    out: { type: "string", default: "cli-campaign" },
  },
});

const all = ["Ctrl-C", "kill -9 of Pulumi", "kill -9 of the provider", "kill -9 of both"] as const;
type Kind = (typeof all)[number];
const kinds: readonly Kind[] = all.filter((kind) => values.kind === undefined || kind === values.kind);

interface Outcome {
  seed: number;
  kind: Kind;
  afterMs: number;
  /** Whether `afterMs` counts from the request, not from the start of the provider. */
  whenAsked: boolean;
  /** Whether the cluster was requested before the interruption. */
  asked: boolean;
  savedSeconds?: number;
  endedSeconds: number;
  wrong: string[];
}

// A creation takes four seconds.
const platform = new Platform(150);
await platform.start();

async function run(seed: number, kind: Kind): Promise<Outcome> {
  const random = new Random(seed);
  // About half of the interruptions come after the request for the cluster, the others at any time.
  const whenAsked = random.next() < 0.5;
  const afterMs = random.between(0, whenAsked ? 3_000 : 5_000);
  const name = `edge-${seed}`;
  const stack = await openStack({ url: platform.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
  await stack.program(`
    new kubernetes.Cluster("edge", {
      projectId: 1, regionId: 76, name: "${name}", keypair: "ops", version: "v1.31.9",
      pools: [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }],
    });`);
  const going = stack.start("up", "--yes", "--skip-preview");
  const provider = await providerOf(going);
  if (whenAsked) while ((await clusters(name)).length === 0) await pause(20);
  await pause(afterMs);
  const asked = (await clusters(name)).length > 0;
  const begun = performance.now();
  interrupt(kind, going, provider);
  const saved = kind === "Ctrl-C" && asked ? await savedAfter(stack, name, begun, going) : undefined;
  await going.done;
  const endedSeconds = seconds(begun);
  if (kind.includes("Pulumi") || kind.includes("both")) await stack.unlock().catch(() => undefined);
  const wrong = await hold(stack, name);
  await stack.remove();
  return { seed, kind, afterMs, whenAsked, asked, savedSeconds: saved, endedSeconds, wrong };
}

async function providerOf(going: Going): Promise<number> {
  const ended = going.done.then(() => true);
  for (;;) {
    const found = descendant(going.pid, /dynamic-provider/);
    if (found !== undefined) return found;
    if (await Promise.race([ended, pause(20).then(() => false)])) throw new Error("It ended without a provider.");
  }
}

function interrupt(kind: Kind, going: Going, provider: number): void {
  try {
    if (kind === "kill -9 of the provider" || kind === "kill -9 of both") process.kill(provider, "SIGKILL");
  } catch {
    // The process has already ended.
  }
  if (kind === "Ctrl-C") going.signal("SIGINT");
  if (kind === "kill -9 of Pulumi" || kind === "kill -9 of both") going.signal("SIGKILL");
}

async function savedAfter(stack: TestStack, name: string, begun: number, going: Going): Promise<number | undefined> {
  let ended = false;
  void going.done.then(() => {
    ended = true;
  });
  const file = join(stack.folder, "backend/.pulumi/stacks/test/test.json");
  for (;;) {
    const isLast = ended;
    // The file may be read while it is being written.
    if (new RegExp(`"id":\\s*"1/76/${name}"`).test(readFileSync(file, "utf8"))) return seconds(begun);
    if (isLast) return undefined;
    await pause(10);
  }
}

const seconds = (begun: number) => Math.round(performance.now() - begun) / 1000;

async function clusters(name: string) {
  return (await platform.records("clusters")).filter((cluster) => cluster.name === name);
}

/** The next `up` must end with exactly one cluster, in state, as declared. */
async function hold(stack: TestStack, name: string): Promise<string[]> {
  const wrong: string[] = [];
  const up = await stack.up();
  if (up.code !== 0) wrong.push(`the next up failed: ${up.diagnostics.join("; ")}`);
  const found = await clusters(name);
  if (found.length !== 1 || found[0]?.status !== "Provisioned") wrong.push(`${found.length} clusters`);
  const [resource, ...others] = await stack.resources();
  if (others.length > 0 || resource?.outputs.clusterId !== found[0]?.id) wrong.push("not in state");
  if ((await stack.preview("--expect-no-changes")).code !== 0) wrong.push("the preview is not empty");
  const tasks = (await platform.records("tasks")).filter(({ data }) =>
    JSON.stringify(data ?? "").includes(`"${name}"`),
  );
  if (tasks.length !== 1) wrong.push(`${tasks.length} creations`);
  return wrong;
}

const outcomes: Outcome[] = [];
const progress = batchProgress("runs", Number(values.runs), processOutput);
for (let index = 0; index < Number(values.runs); index++) {
  const outcome = await run(Number(values.seed) + index, kinds[index % kinds.length] ?? "Ctrl-C");
  outcomes.push(outcome);
  console.log(JSON.stringify(outcome));
  progress.add(1);
}
progress.end();
await platform.remove();
const byKind = kinds.map((kind) => {
  const own = outcomes.filter((outcome) => outcome.kind === kind);
  const saved = own
    .map(({ savedSeconds }) => savedSeconds)
    .filter((one) => one !== undefined)
    .toSorted((a, b) => a - b);
  return {
    kind,
    runs: own.length,
    afterTheRequest: own.filter(({ asked }) => asked).length,
    well: own.filter(({ wrong }) => wrong.length === 0).length,
    savedMedianSeconds: saved[Math.floor(saved.length / 2)],
    savedMostSeconds: saved.at(-1),
  };
});
console.table(byKind);
writeFileSync(
  new URL(`results/${values.out}.json`, import.meta.url),
  `${JSON.stringify({ measured: new Date().toISOString(), runs: outcomes.length, byKind, outcomes }, null, 2)}\n`,
);
process.exitCode = outcomes.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
