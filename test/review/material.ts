import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forReview } from "@cloudplatform/policies/cli";
import { secretSignature, signatureKey } from "../../provider/pulumi/formats/markers.ts";
import type { Usage } from "../../provider/review/cost/usage.ts";
import { readEngineEvents } from "../../provider/review/model/events.ts";
import { parsePlan } from "../../provider/review/model/plan.ts";
import type { Review } from "../../provider/review/model/schema.ts";
import { buildReview, type Material } from "../../provider/review/plan/build.ts";

/** Reads a file that `record.ts` recorded. */
export const recorded = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");

export const startedAt = new Date("2026-11-21T12:00:00.000Z");

/** Edits of the recorded change. */
export interface Variation {
  /** Folder of another recording. */
  folder?: string;
  log?: (text: string) => string;
  plan?: (text: string) => string;
  state?: (text: string) => string;
  environment?: Record<string, string>;
  urls?: readonly string[];
  usage?: Usage;
  policies?: object;
  now?: Date;
}

const same = (text: string) => text;

/** Builds the review of the recorded change against a platform. */
export async function reviewOf(url: string, variation: Variation = {}): Promise<Review> {
  const {
    log = same,
    plan = same,
    state = same,
    environment = {},
    urls = [],
    usage,
    now = startedAt,
    folder = ".",
  } = variation;

  const lines = log(recorded(`${folder}/preview.jsonl`));
  const material: Material = {
    kind: "change",
    project: "test",
    stack: "test",
    events: readEngineEvents(lines),
    state: state(recorded(`${folder}/state.json`)),
    plan: parsePlan(plan(recorded(`${folder}/plan.json`))),
    policies: await evaluated(lines, variation.policies ?? { "no-destruction": "advisory" }),
    urls,
    usage,
    commit: "0123456789abcdef",
    environment: {
      ...{ CLOUDPLATFORM_BASE_URL: url, CLOUDPLATFORM_API_KEY: "local", CLOUDPLATFORM_CLIENT_ID: "5" },
      ...environment,
    },
    signal: new AbortController().signal,
    now,
    lifetimeMs: 24 * 3_600_000,
  };
  return buildReview(material);
}

async function evaluated(log: string, config: object) {
  const scratch = await mkdtemp(join(tmpdir(), "review-test-"));
  try {
    const file = join(scratch, "policies.json");
    await writeFile(file, JSON.stringify(config));
    const { evaluate } = await forReview.prepare({ config: [file], stack: "test", scratch });
    return evaluate(log);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Builds the report of the recorded drift. */
export function driftOf(
  url: string,
  { folder = ".", log = same, state = same }: Pick<Variation, "folder" | "log" | "state"> = {},
): Promise<Review> {
  return buildReview({
    ...{
      kind: "drift",
      project: "test",
      stack: "test",
      plan: undefined,
      policies: undefined,
      urls: [],
      commit: undefined,
    },
    events: readEngineEvents(log(recorded(`${folder}/refresh.jsonl`))),
    state: withSettings(state(recorded(`${folder}/state.json`)), url),
    environment: {},
    signal: new AbortController().signal,
    now: startedAt,
    lifetimeMs: 0,
  });
}

/** Adds settings to the default provider of a state, as an update does. A refresh reads with them. */
export function withSettings(text: string, url: string): string {
  const state = JSON.parse(text);
  const apiKey = { [signatureKey]: secretSignature, plaintext: '"local"' };
  for (const { type, inputs } of state.deployment.resources)
    if (type.startsWith("pulumi:providers:"))
      Object.assign(inputs, { "cloudplatform:baseUrl": url, "cloudplatform:apiKey": apiKey });
  return JSON.stringify(state);
}
