import { startEmulator } from "@cloudplatform/emulator";
import { expect, test } from "vitest";
import { cluster, clustersPath, running, speaker } from "./platform.ts";
import { directory } from "./process.ts";

const minuteMs = 60_000;

test("does not run while paused, and can be advanced", async () => {
  const { control } = await running();
  await control("POST", "clock", { pause: true });
  const { now } = (await control("GET", "clock")).body;
  expect((await control("GET", "clock")).body).toEqual({ now, paused: true, speed: 1 });
  const moved = (await control("POST", "clock", { advanceMs: 15 * minuteMs })).body;
  expect(Date.parse(moved.now) - Date.parse(now)).toBe(15 * minuteMs);
});

test("runs at the configured speed", async () => {
  const { emulator } = await running({ speed: 100_000 });
  const { clock } = emulator.platform;
  const [platform, real] = [clock.now(), Date.now()];
  while (Date.now() - real < 5);
  expect(clock.now() - platform).toBeGreaterThan(400_000);
});

test("records when a task was due, not when it was read", async () => {
  const { call, control } = await running();
  await control("POST", "clock", { pause: true });
  const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
  await control("POST", "clock", { advanceMs: 500 * minuteMs });
  const task = (await call("GET", `/cloud/v1/tasks/${tasks[0]}`)).body;
  expect(Date.parse(task.finished_on) - Date.parse(task.created_on)).toBe(10 * minuteMs + 1000);
});

test("shows a change as soon as reads are current again, counted from when its task was due", async () => {
  const { call, control } = await running({ behaviors: { staleSeconds: 30 } });
  await control("POST", "clock", { pause: true });
  await call("POST", clustersPath, { body: cluster });
  await control("POST", "clock", { advanceMs: 11 * minuteMs });
  expect((await call("GET", `${clustersPath}/edge-1`)).body.status).toBe("Provisioned");
});

test("goes through NEW, RUNNING and FINISHED", async () => {
  const { call, control } = await running();
  await control("POST", "clock", { pause: true });
  const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
  const states: string[] = [];
  for (const advanceMs of [0, 1000, 5 * minuteMs, 6 * minuteMs]) {
    await control("POST", "clock", { advanceMs });
    states.push((await call("GET", `/cloud/v1/tasks/${tasks[0]}`)).body.state);
  }
  expect(states).toEqual(["NEW", "RUNNING", "RUNNING", "FINISHED"]);
});

test("continues after a restart with its records and tasks", async () => {
  const dataDirectory = directory();
  const first = await startEmulator({ dataDirectory });
  const before = speaker(first.url);
  await before.control("POST", "clock", { pause: true, speed: 60 });
  const { tasks } = (await before.call("POST", clustersPath, { body: cluster })).body;
  const { now } = (await before.control("POST", "clock", { advanceMs: 5 * minuteMs })).body;
  await first.close();

  const { call, control } = await running({ dataDirectory });
  expect((await control("GET", "clock")).body).toEqual({ now, paused: true, speed: 60 });
  expect((await call("GET", `/cloud/v1/tasks/${tasks[0]}`)).body.state).toBe("RUNNING");
  await control("POST", "clock", { advanceMs: 6 * minuteMs });
  expect((await call("GET", `${clustersPath}/edge-1`)).body).toMatchObject({ status: "Provisioned", task_id: null });
});

test("refuses negative and non-numeric changes", async () => {
  const { control } = await running();
  for (const change of [{ advanceMs: -1 }, { speed: 0 }, { pause: "yes" }, { now: "2030-01-01" }])
    expect((await control("POST", "clock", change)).status).toBe(400);
});
