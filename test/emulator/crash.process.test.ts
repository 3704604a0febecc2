import { expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { cluster, clustersPath, longMs, speaker, template } from "./platform.ts";
import { directory, runCommand } from "./process.ts";

const templates = "/cdn/resources/rule_templates";
const kills = 10;
const lanes = 8;

/** Acknowledged writes, over all runs of the emulator. */
interface Answered {
  templates: Set<number>;
  /** Deletes that were sent. A delete whose response was lost may have been applied. */
  deleting: Set<number>;
  deleted: Set<number>;
  clusters: Map<string, string>;
}

/** Creates and deletes objects until the emulator is killed, and records the acknowledged writes. */
async function load(url: string, life: number, answered: Answered): Promise<void> {
  const { call } = speaker(url);
  const lane = async (number: number) => {
    for (let round = 0; ; round++) {
      const { status, body } = await call("POST", templates, { body: template });
      expect(status).toBe(201);
      answered.templates.add(body.id);
      if (round % 3 === 0) {
        answered.deleting.add(body.id);
        expect((await call("DELETE", `${templates}/${body.id}`)).status).toBe(204);
        answered.deleted.add(body.id);
      }
      if (round % 5 === 0) {
        const name = `c-${life}-${number}-${round}`;
        const pools = [{ name: "a", flavor_id: "bm1-hf-large", min_node_count: 1 }];
        const made = await call("POST", clustersPath.replace("/76", "/7"), { body: { ...cluster, name, pools } });
        expect(made.status).toBe(200);
        answered.clusters.set(name, made.body.tasks[0]);
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, number) => lane(number)));
  for (const end of ends)
    if (end.status === "rejected" && end.reason instanceof Error && end.reason.name === "AssertionError")
      throw end.reason;
}

test(`loses no acknowledged write when it is killed ${kills} times under load`, async () => {
  const data = directory();
  const answered: Answered = { templates: new Set(), deleting: new Set(), deleted: new Set(), clusters: new Map() };
  for (let life = 0; life < kills; life++) {
    const { process, ready, ended } = runCommand("--port", "0", "--data", data);
    const { url } = await ready;
    const before = answered.templates.size;
    const loading = load(url, life, answered);
    // Kills after a number of responses, which differs between runs, so that the point does not depend on the machine's speed.
    const enough = before + lanes + ((life * 37) % 90);
    await until(`${enough} templates are created`, () => (answered.templates.size > enough ? true : undefined));
    process.kill("SIGKILL");
    await Promise.all([loading, ended]);
  }
  const { ready } = runCommand("--port", "0", "--data", data);
  const { call, control } = speaker((await ready).url);
  await control("POST", "clock", { advanceMs: longMs });
  const state = (await control("GET", "state")).body;

  expect(answered.templates.size).toBeGreaterThan(kills * lanes);
  const kept = [...answered.templates].filter((id) => !answered.deleting.has(id));
  expect(kept.filter((id) => state.ruleTemplates[id] === undefined)).toEqual([]);
  expect([...answered.deleted].filter((id) => state.ruleTemplates[id] !== undefined)).toEqual([]);
  expect(answered.clusters.size).toBeGreaterThan(0);
  for (const [name, task] of answered.clusters) {
    expect(state.tasks[task]).toMatchObject({ state: "FINISHED" });
    expect(state.clusters[`1/7/${name}`]).toMatchObject({ status: "Provisioned" });
  }
  expect((await call("GET", `${templates}/1`)).status).toBe(200);
});
