import type { Emulator } from "@cloudplatform/emulator";
import { describe, expect, test } from "vitest";
import type { Properties } from "../../provider/values/properties.ts";
import { cluster } from "../behaviors/cluster-subject.ts";
import { at, type Drift, type Subject } from "../behaviors/subject.ts";
import { appTemplate, ruleTemplate, sampled, secret, threshold } from "../behaviors/subjects.ts";
import type { Harness } from "../helpers/harness.ts";
import { type OpenHarness, openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { isRest } from "../helpers/rest.ts";

/**
 * For every property that the walk of platform behaviors changes outside Pulumi: an update of the same property to a third value does
 * not overwrite that change. After a refresh, whose preview shows the change, it does.
 */
const emulator = await platform({ speed: 100_000 });

// No reservation: none of its properties changes in place.
const subjects: [string, Subject, number][] = [
  ["ruleTemplate", ruleTemplate, 20],
  ["appTemplate", appTemplate, 5],
  ["secret", secret, 3],
  ["threshold", threshold, 1],
  ["cluster", cluster, 6],
];

let last = 0;

function open(subject: Subject, provider: OpenHarness, state?: Harness["state"]): Harness {
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7_400 + ++last) };
  const harness = provider(subject.handler, emulator, `both-${++last}`, settings);
  harness.state = structuredClone(state);
  return harness;
}

const writes = ({ platform: { requests } }: Emulator) =>
  requests.list({}).filter(({ method, path }) => method !== "GET" && !/pricing|check_limits/.test(path));

/** Returns the inputs with a third value for the property, taken from another sample. */
function wantedInstead(subject: Subject, inputs: Properties, { path }: Drift, theirs: unknown): Properties | undefined {
  for (let seed = 1; seed < 40; seed++) {
    const value = at(valuesOf(subject, seed), path);
    if (value !== undefined && isOther(value, theirs) && isOther(value, at(inputs, path)))
      return withValue(inputs, path.split("."), value);
  }
  return undefined;
}

/** Whether two values have no part in common. A value that shares a part would already contain some of the others' change. */
function isOther(value: unknown, other: unknown): boolean {
  if (
    value === null ||
    other === null ||
    Array.isArray(value) ||
    typeof value !== "object" ||
    typeof other !== "object"
  )
    return textOf(value) !== textOf(other);
  return Object.entries(value).every(([key, part]) => isOther(part, (other as Properties)[key]));
}

/** Cached, because each sample takes milliseconds to generate. */
const samples = new Map<string, Properties>();

/** Returns a sample whose pools have the same names as those of the changed object. */
function valuesOf(subject: Subject, seed: number): unknown {
  const key = `${subjects.findIndex(([, one]) => one === subject)} ${seed}`;
  const sample = samples.get(key) ?? sampled(subject, seed);
  samples.set(key, sample);
  const pools = sample.pools as { name: string }[] | undefined;
  return pools === undefined ? sample : { ...sample, pools: names.map((name) => ({ ...pools[0], name })) };
}

/** Treats an empty list as null, because platforms return null for it. */
function textOf(value: unknown): string {
  return Array.isArray(value) && value.length === 0 ? "null" : JSON.stringify(value ?? null);
}

let names: string[] = [];

function withValue(value: unknown, [key = "", ...rest]: string[], leaf: unknown): Properties {
  if (Array.isArray(value))
    return value.map((one) => (one.name === key ? withValue(one, rest, leaf) : one)) as unknown as Properties;
  const record = { ...(value as Properties) };
  record[key] = rest.length === 0 ? leaf : withValue(record[key], rest, leaf);
  return record;
}

describe.each(subjects)("%s", (_, subject, atLeast) => {
  test.each(Object.entries(openInProcess))("served by the %s provider", async (name, provider) => {
    const turn = Object.keys(openInProcess).indexOf(name);
    // Every fourth property of types with many properties, two of three of the others, each with one of the providers.
    const share = atLeast > 10 ? 8 : 3;
    const tried = new Set<string>();
    for (const seed of atLeast > 10 || !isRest() ? [3] : [3, 7]) {
      emulator.platform.reset();
      subject.prepare?.(emulator.platform);
      const inputs = sampled(subject, seed);
      names = ((inputs.pools ?? []) as { name: string }[]).map(({ name }) => name);
      const first = open(subject, provider);
      await first.up(inputs);
      const id = String(first.state?.id);
      const record = subject.find(emulator.platform, id) ?? {};
      const paths = [...new Set(subject.drifts(record, inputs).map(({ path }) => path))];
      for (const drift of subject.drifts(record, inputs)) {
        if (paths.indexOf(drift.path) % (isRest() ? 2 : share) !== turn) continue;
        subject.put(emulator.platform, id, drift.apply(structuredClone(record)));
        const refreshed = open(subject, provider, first.state);
        await refreshed.refresh();
        const wanted = wantedInstead(subject, inputs, drift, at(refreshed.state?.inputs, drift.path));
        const blind = open(subject, provider, first.state);
        if (wanted === undefined || (await blind.preview(wanted).catch(() => "refused")) !== "update") continue;
        tried.add(drift.path.split(".").at(-1) ?? "");
        emulator.platform.requests.clear();
        await expect(blind.up(wanted), drift.path).rejects.toThrow(
          "was changed on the platform since it was last read",
        );
        expect(writes(emulator), drift.path).toEqual([]);
        expect(await refreshed.preview(wanted), drift.path).toBe("update");
        await refreshed.up(wanted);
        expect(await open(subject, provider, refreshed.state).preview(wanted), drift.path).toBe("same");
        subject.put(emulator.platform, id, record);
      }
    }
    expect(tried.size).toBeGreaterThanOrEqual(Math.floor(atLeast / (isRest() ? 2 : 2 * share)));
  });
});
