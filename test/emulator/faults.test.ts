import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { faultSpec } from "../../emulator/faults/fault-kinds.ts";
import { cluster, clustersPath, longMs, running, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";
const tasksPath = "/cloud/v1/tasks";

test("status responds instead of the handler, as often as its count allows", async () => {
  const { call, control } = await running();
  const fault = { name: "status", status: 429, retryAfter: 7, endpoint: "ruleTemplates.create", count: 2 };
  await control("POST", "faults", fault);
  const before = (await call("GET", templates)).body.length;
  for (let time = 0; time < 2; time++) {
    const { status, headers } = await call("POST", templates, { body: template });
    expect(status).toBe(429);
    expect(headers["retry-after"]).toBe("7");
  }
  expect((await call("GET", templates)).body).toHaveLength(before);
  expect((await call("POST", templates, { body: template })).status).toBe(201);
  expect((await control("GET", "faults")).body).toEqual([]);
});

test("status can return a custom body and a Retry-After date", async () => {
  const { call, control } = await running();
  const retryAfter = "Wed, 21 Oct 2026 07:28:00 GMT";
  await control("POST", "faults", { name: "status", status: 503, retryAfter, body: { odd: true }, path: "/cloud/*" });
  const { headers, body } = await call("GET", tasksPath);
  expect(headers["retry-after"]).toBe(retryAfter);
  expect(body).toEqual({ odd: true });
  expect((await call("GET", templates)).status).toBe(200);
});

test("delay postpones the response", async () => {
  const { call, control } = await running();
  await control("POST", "faults", { name: "delay", ms: 80 });
  const started = performance.now();
  expect((await call("GET", templates)).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(75);
});

test("a delayed request goes on when all faults are removed", async () => {
  const { call, control, emulator } = await running();
  const before = emulator.platform.store.ruleTemplates.count();
  await control("POST", "faults", { name: "delay", ms: 600_000, method: "POST", count: 1 });
  const answer = call("POST", templates, { body: template });
  await expect.poll(() => emulator.platform.faults.list()).toEqual([]);
  expect(emulator.platform.store.ruleTemplates.count()).toBe(before);
  await control("DELETE", "faults");
  expect((await answer).status).toBeLessThan(300);
  expect(emulator.platform.store.ruleTemplates.count()).toBe(before + 1);
});

test("a delayed request goes on when its fault is removed, and those of other faults wait", async () => {
  const { call, control, emulator } = await running();
  const held = { name: "delay", ms: 600_000 };
  const { id } = (await control("POST", "faults", { ...held, path: "/cdn/*" })).body;
  await control("POST", "faults", { ...held, path: "/cloud/*" });
  let isAnswered = false;
  const [first, second] = [call("GET", templates), call("GET", tasksPath).finally(() => (isAnswered = true))];
  await expect.poll(() => emulator.platform.faults.list()).toMatchObject([{ hits: 1 }, { hits: 1 }]);
  await control("DELETE", `faults/${id}`);
  expect((await first).status).toBe(200);
  expect(isAnswered).toBe(false);
  await control("DELETE", "faults");
  expect((await second).status).toBe(200);
});

test("drop-before closes the connection and does not run the handler", async () => {
  const { call, control, emulator } = await running({ recordBodies: true });
  const before = emulator.platform.store.ruleTemplates.count();
  await control("POST", "faults", { name: "drop-before", method: "POST", count: 1 });
  await expect(call("POST", templates, { body: template })).rejects.toThrow();
  expect(emulator.platform.store.ruleTemplates.count()).toBe(before);
  const [dropped] = (await control("GET", "requests")).body.requests;
  expect(dropped).toMatchObject({ status: null, faults: ["drop-before"], request: template });
});

test("drop-after closes the connection after the handler has run", async () => {
  const { call, control, emulator } = await running();
  const before = emulator.platform.store.ruleTemplates.count();
  await control("POST", "faults", { name: "drop-after", method: "POST", count: 1 });
  await expect(call("POST", templates, { body: template })).rejects.toThrow();
  expect(emulator.platform.store.ruleTemplates.count()).toBe(before + 1);
});

test("late closes the connection, and the handler runs afterwards", async () => {
  const { call, control, emulator } = await running();
  const { ruleTemplates } = emulator.platform.store;
  const before = ruleTemplates.count();
  await control("POST", "faults", { name: "late", method: "POST", ms: 150, count: 1 });
  await expect(call("POST", templates, { body: template })).rejects.toThrow();
  expect(ruleTemplates.count()).toBe(before);
  await expect.poll(() => ruleTemplates.count()).toBe(before + 1);
});

test("late combined with status responds first, and drops an error of the late handler", async () => {
  const { call, control, emulator } = await running();
  const { ruleTemplates } = emulator.platform.store;
  const before = ruleTemplates.count();
  await control("POST", "faults", { name: "late", method: "POST", ms: 50 });
  await control("POST", "faults", { name: "status", method: "POST", status: 504 });
  expect((await call("POST", templates, { body: { ...template, rule: 7 } })).status).toBe(504);
  expect((await call("POST", templates, { body: template })).status).toBe(504);
  await expect.poll(() => ruleTemplates.count()).toBe(before + 1);
});

test("garbage responds with a body that is not JSON", async () => {
  const { call, control } = await running();
  await control("POST", "faults", { name: "garbage", count: 1 });
  const { status, text } = await call("GET", templates);
  expect(status).toBe(200);
  expect(() => JSON.parse(text)).toThrow();
});

test("task-error ends the task in ERROR and leaves nothing or a partial object behind", async () => {
  const { call, control } = await running();
  for (const leavesBehind of [false, true]) {
    await control("POST", "faults", { name: "task-error", error: "No hosts left.", leavesBehind, count: 1 });
    const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
    await control("POST", "clock", { advanceMs: longMs });
    const task = (await call("GET", `${tasksPath}/${tasks[0]}`)).body;
    expect(task).toMatchObject({ state: "ERROR", error: "No hosts left.", created_resources: null });
    expect((await call("GET", `${clustersPath}/edge-1`)).status).toBe(leavesBehind ? 200 : 404);
  }
});

test("task faults are used up by tasks, not by requests that start none", async () => {
  const { call, control } = await running();
  await control("POST", "faults", { name: "task-error", error: "No hosts left.", count: 1 });
  await call("GET", templates);
  await call("POST", templates, { body: template });
  expect((await call("POST", clustersPath, { body: { ...cluster, version: "v0.1.0" } })).status).toBe(400);
  expect((await control("GET", "faults")).body).toMatchObject([{ name: "task-error", hits: 0 }]);

  const start = async (name: string) =>
    (await call("POST", clustersPath, { body: { ...cluster, name } })).body.tasks[0];
  const [failing, working] = [await start("edge-1"), await start("edge-2")];
  await control("POST", "clock", { advanceMs: longMs });
  expect((await call("GET", `${tasksPath}/${failing}`)).body).toMatchObject({
    state: "ERROR",
    error: "No hosts left.",
  });
  expect((await call("GET", `${tasksPath}/${working}`)).body.state).toBe("FINISHED");
  const faulted = (await control("GET", "requests/page?find=task-error")).body.requests;
  expect(faulted).toMatchObject([{ endpoint: "clusters.create", status: 200, faults: ["task-error"] }]);
});

test("used-up and removed faults stay in a history until a reset", async () => {
  const { call, control } = await running();
  await control("POST", "faults", { name: "status", status: 503, count: 2 });
  const { id } = (await control("POST", "faults", { name: "delay", ms: 0, method: "DELETE" })).body;
  for (let time = 0; time < 3; time++) await call("GET", templates);
  await control("DELETE", `faults/${id}`);
  const history = (await control("GET", "faults/history")).body;
  expect(history).toMatchObject([
    { id, name: "delay", end: "removed", hits: 0 },
    { name: "status", status: 503, end: "used up", hits: 2 },
  ]);
  expect((await control("GET", `requests/page?fault=${history[1].id}`)).body.total).toBe(2);
  await control("POST", "reset");
  expect((await control("GET", "faults/history")).body).toEqual([]);
});

test("task-stall keeps the task RUNNING and its cluster locked", async () => {
  const { call, control } = await running();
  await control("POST", "faults", { name: "task-stall", endpoint: "clusters.create", count: 1 });
  const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
  await control("POST", "clock", { advanceMs: 100 * longMs });
  expect((await call("GET", `${tasksPath}/${tasks[0]}`)).body.state).toBe("RUNNING");
  expect((await call("DELETE", `${clustersPath}/edge-1`)).status).toBe(409);
});

test("duplicate-field and unknown-field change the text of a response", async () => {
  const { call, control } = await running();
  const plain = (await call("GET", `${templates}/1`)).body;
  await control("POST", "faults", { name: "duplicate-field", count: 1 });
  const doubled = await call("GET", `${templates}/1`);
  expect(doubled.text.split(`"${Object.keys(plain)[0]}":`)).toHaveLength(3);
  expect(doubled.body).toEqual(plain);
  await control("POST", "faults", { name: "unknown-field", count: 1 });
  expect((await call("GET", templates)).body[0]).toHaveProperty("x_unknown");
});

test("random faults are reproducible by seed", async () => {
  const { call, control } = await running();
  const statuses = async (seed: number) => {
    await control("DELETE", "faults");
    await control("POST", "faults", { name: "status", status: 500, probability: 0.5, seed });
    const seen: number[] = [];
    for (let time = 0; time < 40; time++) seen.push((await call("GET", `${templates}/1`)).status);
    return seen;
  };
  const first = await statuses(7);
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await statuses(7)).toEqual(first);
  expect(await statuses(8)).not.toEqual(first);
});

test("refuses a fault for an unknown endpoint and lists the known ones", async () => {
  const { control } = await running();
  const { status, body } = await control("POST", "faults", { name: "drop-after", endpoint: "templates.create" });
  expect(status).toBe(400);
  expect(body.message).toContain("ruleTemplates.create");
});

test("refuses unknown faults and unknown fields of faults", async () => {
  const { control } = await running();
  for (const fault of [
    { name: "flood" },
    { name: "delay" },
    { name: "status", status: 200 },
    { name: "garbage", ms: 1 },
  ])
    expect((await control("POST", "faults", fault)).status).toBe(400);
  const { id } = (await control("POST", "faults", { name: "drop-after" })).body;
  expect((await control("DELETE", `faults/${id}`)).status).toBe(204);
  expect((await control("DELETE", `faults/${id}`)).status).toBe(404);
});

test("the console offers each fault", async () => {
  const script = await readFile(new URL("../../emulator/console/script/faults.js", import.meta.url), "utf8");
  const [, offered = ""] = /^const faults = \{\n(.*?)^\};/ms.exec(script) ?? [];
  const names = [...offered.matchAll(/^ {2}"?([a-z-]+)"?: \[/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(faultSpec.options.map(({ shape }) => shape.name.value).toSorted());
});
