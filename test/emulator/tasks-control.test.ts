import { expect, test } from "vitest";
import { cluster, clustersPath, longMs, running } from "./platform.ts";

const tasksPath = "/cloud/v1/tasks";

test.each([
  ["queued", 0],
  ["running", 60_000],
])("finishes a %s task now, with its effect", async (_state, advanceMs) => {
  const { call, control } = await running();
  await control("POST", "clock", { pause: true });
  const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
  await control("POST", "clock", { advanceMs });
  const { status, body } = await control("POST", `tasks/${tasks[0]}`, { state: "FINISHED" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: "FINISHED", error: null });
  expect(body).not.toHaveProperty("work");
  expect((await call("GET", `${clustersPath}/edge-1`)).body).toMatchObject({ status: "Provisioned", task_id: null });
  // The task's timers are gone, so it does not end a second time.
  await control("POST", "clock", { advanceMs: longMs });
  expect((await call("GET", `${tasksPath}/${tasks[0]}`)).body.finished_on).toBe(body.finished_on);
});

test("fails a task now, also one that a fault stalls, and refuses to end it again", async () => {
  const { call, control } = await running();
  await control("POST", "faults", { name: "task-stall", count: 1 });
  const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
  const failed = await control("POST", `tasks/${tasks[0]}`, { state: "ERROR", error: "No hosts left." });
  expect(failed.body).toMatchObject({ state: "ERROR", error: "No hosts left.", created_resources: null });
  expect((await call("GET", `${clustersPath}/edge-1`)).status).toBe(404);
  const again = await control("POST", `tasks/${tasks[0]}`, { state: "FINISHED" });
  expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining("already ended") } });
  expect((await control("POST", "tasks/nobody", { state: "FINISHED" })).status).toBe(404);
  expect((await control("POST", `tasks/${tasks[0]}`, { state: "RUNNING" })).status).toBe(400);
});
