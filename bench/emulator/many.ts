import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { launchChromium } from "../../test/helpers/chromium.ts";
import { startEmulatorProcess } from "./servers.ts";

/** Number of objects with which the emulator starts, and with which the console is opened. */
const startObjects = 1_000_000;
const consoleObjects = 100_000;

interface ManyObjects {
  /** From the start of the process to the line that reports it as ready. */
  openMs: number[];
  /** From the request of the page until the requested content is visible. */
  consoleMs: number;
  listMs: number;
  sortMs: number;
  searchMs: number;
  objectMs: number;
  /** The slowest of the other tabs. */
  slowestViewMs: number;
  /** KiB that the browser received until the list was shown. */
  receivedKib: number;
}

/** Measures the start with a data folder of a million objects, and the console with a hundred thousand in a real browser. */
export async function measureManyObjects(rounds: number): Promise<ManyObjects> {
  const openMs = await withObjects(startObjects, (data) => timesToOpen(data, rounds));
  return withObjects(consoleObjects, async (data) => {
    const server = await startEmulatorProcess(data);
    try {
      return { openMs, ...(await visited(`${server.url}/_emulator/`)) };
    } finally {
      await server.stop();
    }
  });
}

async function timesToOpen(data: string, rounds: number): Promise<number[]> {
  const openMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const server = await startEmulatorProcess(data);
    openMs.push(performance.now() - started);
    await server.stop();
  }
  return openMs;
}

async function withObjects<T>(count: number, measure: (data: string) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), "emulator-bench-"));
  try {
    await fill(data, count);
    return await measure(data);
  } finally {
    rmSync(data, { recursive: true });
  }
}

async function fill(dataDirectory: string, objects: number): Promise<void> {
  await using emulator = await startEmulator({ dataDirectory });
  const { store, database } = emulator.platform;
  const options = { gzipOn: { enabled: true, value: true }, cors: { enabled: true, value: ["*"] } };
  database.write(() => {
    const first = store.ruleTemplates.nextId();
    for (let id = first; id < first + objects; id++)
      store.ruleTemplates.put(id, {
        id,
        name: `template ${id}`,
        rule: `/bench/${id}`,
        ruleType: 0,
        weight: 1,
        options,
      });
  });
  await database.committed();
}

async function visited(console: string): Promise<Omit<ManyObjects, "openMs">> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    let received = 0;
    page.on("response", async (response) => {
      received += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    const timed = async (action: () => Promise<unknown>, shown: () => Promise<unknown>) => {
      const started = performance.now();
      await action();
      await shown();
      return performance.now() - started;
    };
    const title = page.getByRole("heading", { name: "Overview" });
    const consoleMs = await timed(
      () => page.goto(console),
      () => title.waitFor(),
    );
    const listMs = await timed(
      () => page.goto(`${console}#/objects/ruleTemplates`),
      () => page.getByText(/^1–50 of 100,\d+ objects$/).waitFor(),
    );
    const receivedKib = received / 1024;
    const sortMs = await timed(
      () => page.getByRole("columnheader", { name: "rule" }).first().getByRole("button").click(),
      () =>
        page
          .getByRole("link", { name: /^999\d+$/ })
          .first()
          .waitFor(),
    );
    const searchMs = await timed(
      () => page.getByRole("searchbox").fill("/bench/5000"),
      () => page.getByRole("link", { name: "5000", exact: true }).waitFor(),
    );
    const objectMs = await timed(
      () => page.getByRole("link", { name: "5000", exact: true }).click(),
      () => page.getByRole("tab", { name: "Fields" }).waitFor(),
    );
    const addresses = {
      requests: "requests",
      tasks: "tasks",
      faults: "faults",
      behaviors: "behaviors",
      snapshots: "snapshots",
    };
    const viewMs: Record<string, number> = {};
    for (const [name, address] of Object.entries(addresses))
      viewMs[name] = await timed(
        () => page.goto(`${console}#/${address}`),
        () =>
          page
            .locator("h1")
            .filter({ hasText: new RegExp(name, "i") })
            .waitFor(),
      );
    return {
      consoleMs,
      listMs,
      sortMs,
      searchMs,
      objectMs,
      slowestViewMs: Math.max(...Object.values(viewMs)),
      receivedKib,
    };
  } finally {
    await browser.close();
  }
}
