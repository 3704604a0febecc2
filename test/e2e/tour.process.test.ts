import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { upShowing } from "../helpers/shown-progress.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

// Fast, because a cluster takes minutes on the platform; not faster, because a reservation is approved after a day and then not cancellable.
const emulator = await platform({ speed: 200 });
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  const program = fileURLToPath(new URL("../types/tour.ts", import.meta.url));
  await copyFile(program, join(stack.folder, "index.ts"));
});
afterAll(() => stack.remove());

test("a program over all areas shows prices at preview, before any create", async () => {
  const preview = await stack.preview();
  expect(preview.code, preview.output).toBe(0);
  expect(preview.changes).toEqual({ create: 6 });
  expect(preview.output).toMatch(/total\s*: "\d+\.\d\d"/);
  expect(preview.output).toMatch(/hourly\s*: 0\.\d+/);
});

test("a program over all areas is deployed, and the next preview is empty", async () => {
  const up = await upShowing(/^creating: task/, stack, emulator);
  expect(up.code, up.output).toBe(0);
  const { outputs } = await stack.outputs();
  expect(outputs).toMatchObject({
    cluster: "1/76/edge-1",
    status: "Provisioned",
    pools: ["general"],
    reservationStatus: "CREATED",
    legacyRule: "/old",
    templateName: "hello",
    clustersBefore: 0,
  });
  expect(up.progress).toContainEqual(expect.stringMatching(/^creating: task/));
  const again = await stack.preview("--diff");
  expect(again.changes, again.output).toMatchObject({ same: 6 });
  const refresh = await stack.refresh();
  expect(refresh.changes).toEqual({ same: 6 });
});

test("a program over all areas is destroyed", async () => {
  const destroyed = await stack.destroy();
  expect(destroyed.code, destroyed.output).toBe(0);
  expect(await stack.resources()).toEqual([]);
});
