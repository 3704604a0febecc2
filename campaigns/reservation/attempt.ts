import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Platform } from "../cluster/platform.ts";
import { Random } from "../cluster/random.ts";
import { type Disturbance, disturbance, type Kind, kinds } from "./disturbances.ts";
import { type Subject, subjects } from "./subject.ts";

/** The result of one run. */
export interface Outcome {
  seed: number;
  kinds: string[];
  /** Number of objects with the run's name on the platform at the end, excluding one that existed before. */
  made: number;
  inState: boolean;
  /** Number of disturbed `up`s that failed or were killed. */
  stopped: number;
  /** Whether the preview after the last `up` was empty. */
  emptyPreview: boolean;
  failure?: string;
}

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));
const answer = z.object({ failure: z.string().optional(), preview: z.string().optional(), id: z.string().optional() });
const records = z.record(z.string(), z.looseObject({ id: z.number(), name: z.string() }));

/** Ids of the objects with a name. */
export async function idsOf(platform: Platform, subject: Subject, name: string): Promise<number[]> {
  const all = records.parse(await platform.control("GET", `state/${subjects[subject].collection}`));
  return Object.values(all)
    .filter((one) => one.name === name)
    .map((one) => one.id);
}

/** One creation: one or two disturbed `up`s, then an undisturbed one. */
export async function attempt(platform: Platform, subject: Subject, seed: number, first: Kind): Promise<Outcome> {
  const random = new Random(seed);
  const planned = [disturbance(first, random)];
  if (random.next() < 0.5) planned.push(disturbance(random.pick(kinds), random));
  const name = `run-${seed}`;
  // In one of five runs somebody else already has an equal object.
  const before = random.next() < 0.2 ? await makeOther(platform, subject, name) : [];
  const folder = mkdtempSync(join(tmpdir(), "campaign-"));
  let stopped = 0;
  for (const each of planned) if ((await disturbed(platform, subject, name, folder, each)) !== undefined) stopped++;
  const last = await up(platform, subject, name, folder);
  const made = (await idsOf(platform, subject, name)).filter((id) => !before.includes(id));
  rmSync(folder, { recursive: true, force: true });
  return {
    seed,
    kinds: planned.map(({ kind }) => kind),
    made: made.length,
    inState: last?.id !== undefined && made.includes(Number(last.id)),
    stopped,
    emptyPreview: last?.preview === "same",
    failure: last === undefined ? "killed" : last.failure,
  };
}

async function makeOther(platform: Platform, subject: Subject, name: string): Promise<number[]> {
  await subjects[subject].makeAlike(platform.url, name);
  return idsOf(platform, subject, name);
}

/** Runs a disturbed `up`. Returns what stopped it; undefined if it succeeded nevertheless. */
async function disturbed(
  platform: Platform,
  subject: Subject,
  name: string,
  folder: string,
  { fault, killAfterMs }: Disturbance,
): Promise<string | undefined> {
  if (fault !== undefined) {
    const target = fault.endpoint === undefined ? {} : { endpoint: subjects[subject].create };
    await platform.control("POST", "faults", { ...fault, ...target });
  }
  const done = await up(platform, subject, name, folder, killAfterMs);
  await platform.control("DELETE", "faults");
  return done === undefined ? "killed" : done.failure;
}

/** Resolves to undefined if the process was killed. */
function up(platform: Platform, subject: Subject, name: string, folder: string, killAfterMs?: number) {
  const inputs = subjects[subject].inputs(name);
  const order = { url: platform.url, subject, state: join(folder, "state.json"), resource: name, inputs };
  const env = { ...process.env, CLOUDPLATFORM_INTENT_DIR: join(folder, "intents") };
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], { env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise<z.infer<typeof answer> | undefined>((resolve) => {
    let last: z.infer<typeof answer> | undefined;
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "begin" && killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
      if (line.startsWith("{")) last = answer.parse(JSON.parse(line));
    });
    child.on("close", () => resolve(last));
  });
}
