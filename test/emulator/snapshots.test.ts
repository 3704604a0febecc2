import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { expect, onTestFinished, test } from "vitest";
import { cluster, clustersPath, longMs, running, speaker, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";

test("restores the records, tasks, clock and behaviors of a snapshot", async () => {
  const { call, control } = await running();
  await control("POST", "clock", { pause: true });
  await control("PUT", "behaviors", { preset: "nulls" });
  await call("POST", clustersPath, { body: cluster });
  await control("POST", "clock", { advanceMs: 60_000 });
  const state = async () => [
    (await control("GET", "state")).body,
    (await control("GET", "clock")).body,
    (await control("GET", "behaviors")).body.values,
    (await control("GET", "changes?collection=clusters&object=1/76/edge-1")).body,
  ];
  const before = await state();
  const { status, body: saved } = await control("POST", "snapshots", { name: "during the create" });
  expect(status).toBe(201);

  await control("POST", "clock", { advanceMs: longMs, speed: 5 });
  await control("PUT", "behaviors", {});
  await call("DELETE", `${clustersPath}/edge-1`);
  const { body: later } = await call("POST", templates, { body: template });
  expect(await state()).not.toEqual(before);

  expect((await control("POST", `snapshots/${saved.id}/restore`)).status).toBe(200);
  expect(await state()).toEqual(before);
  // The task continues, and ids continue from the snapshot.
  await control("POST", "clock", { advanceMs: longMs });
  expect((await call("GET", `${clustersPath}/edge-1`)).body.status).toBe("Provisioned");
  expect((await call("POST", templates, { body: template })).body.id).toBe(later.id);
});

test("keeps snapshots in the data directory, and removes them", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "snapshots-"));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const first = await startEmulator({ dataDirectory });
  const { call, control } = speaker(first.url);
  await call("POST", templates, { body: { ...template, name: "kept" } });
  const { body: saved } = await control("POST", "snapshots", { name: "with it" });
  await control("POST", "reset");
  await first.close();

  const { control: again } = await running({ dataDirectory });
  expect((await again("GET", "snapshots")).body).toMatchObject([{ id: saved.id, name: "with it" }]);
  await again("POST", `snapshots/${saved.id}/restore`);
  expect((await again("GET", "objects/ruleTemplates?find=kept")).body.total).toBe(1);
  expect((await again("DELETE", `snapshots/${saved.id}`)).status).toBe(204);
  expect((await again("GET", "snapshots")).body).toEqual([]);
  for (const [method, path] of [
    ["DELETE", `snapshots/${saved.id}`],
    ["POST", `snapshots/${saved.id}/restore`],
  ] as const)
    expect((await again(method, path)).status).toBe(404);
  expect((await again("POST", "snapshots", { name: " " })).status).toBe(400);
});

test("keeps the first snapshot when a later one is restored or saved", async () => {
  const { control } = await running();
  const names = ["one", "two"];
  const ids: number[] = [];
  for (const name of names) {
    await control("POST", "state/ruleTemplates/1", { name });
    ids.push((await control("POST", "snapshots", { name })).body.id);
  }
  for (const index of [0, 1, 0]) {
    await control("POST", `snapshots/${ids[index]}/restore`);
    expect((await control("GET", "state/ruleTemplates/1")).body.name).toBe(names[index]);
  }
  expect((await control("GET", "snapshots")).body).toHaveLength(2);
  expect((await control("POST", "snapshots", { name: "three" })).body.id).toBeGreaterThan(Math.max(...ids));
});
