import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const example = new URL("../../examples/inventory/", import.meta.url);
const emulator = await platform();
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  // The unchanged example, in the test's own project.
  const project = await readFile(new URL("Pulumi.yaml", example), "utf8");
  await writeFile(join(stack.folder, "Pulumi.yaml"), project.replace(/^name: .*/, "name: test"));
  await writeFile(join(stack.folder, "index.ts"), await readFile(new URL("index.ts", example)));
  await stack.configure({
    "cloudplatform:projectId": "1",
    "cloudplatform:regionId": "76",
    "cloudplatform:clientId": "5",
    gpuClusters: '["1aaaab48-10d0-46d9-80cc-85209284ceb4","2bbbbc59-21e1-47ea-91dd-96310395dfc5"]',
  });
});
afterAll(() => stack.remove());

describe("the inventory example", () => {
  test("shows the account, and shows it again with the next up", async () => {
    const up = await stack.up();
    expect(up, up.output).toMatchObject({ code: 0 });
    const overview = await stack.outputs();
    expect(overview).toMatchObject({
      onAir: ["Studio A", "City camera", "Parliament", "Match of the day"],
      suspendedApps: ["scraper"],
      quotasOverThreshold: [{ name: "floatingCount", region: "Luxembourg-2", usage: 9, limit: 10 }],
      watchedBuckets: ["photos", "backups"],
      reservationPrice: "35622.72 EUR",
    });
    const { ACTIVE, ...others } = overview.serversByStatus as Record<string, number>;
    expect(ACTIVE).toBeGreaterThan(10);
    expect(Object.keys(others).length).toBeGreaterThan(0);

    const { store, database } = emulator.platform;
    const app = store.apps.get(2);
    if (app === undefined) throw new Error("the seed has no app 2");
    database.write(() => store.apps.put(2, { ...app, status: 5 }));
    expect(await stack.up()).toMatchObject({ code: 0 });
    expect(await stack.outputs()).toMatchObject({ suspendedApps: ["hello", "scraper"] });
  });
});
