import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { launchChromium } from "../../test/emulator/console/chromium.ts";
import { startEmulatorProcess } from "./servers.ts";

/** Objects in the data folder. */
const objects = 100_000;

export interface ManyObjects {
  /** From the start of the process to the line that says it is ready. */
  openMs: number[];
  /** From the request of the page to the sight of what was asked for. */
  consoleMs: number;
  listMs: number;
  searchMs: number;
  objectMs: number;
  /** Bytes that the browser received until the list was shown. */
  receivedKib: number;
}

/** Opening a data folder with many objects, and the console with them in a real browser. */
export async function measureManyObjects(rounds: number): Promise<ManyObjects> {
  const data = mkdtempSync(join(tmpdir(), "emulator-bench-"));
  try {
    await fill(data);
    const openMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      const server = await startEmulatorProcess(data);
      openMs.push(performance.now() - started);
      await server.stop();
    }
    const server = await startEmulatorProcess(data);
    try {
      return { openMs, ...(await visited(`${server.url}/_emulator/`)) };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(data, { recursive: true });
  }
}

async function fill(dataDirectory: string): Promise<void> {
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
    const templates = page.getByRole("button", { name: /^ruleTemplates/ });
    const consoleMs = await timed(
      () => page.goto(console),
      () => templates.waitFor(),
    );
    const listMs = await timed(
      () => templates.click(),
      () => page.getByText("latest 100 shown").waitFor(),
    );
    const receivedKib = received / 1024;
    const searchMs = await timed(
      () => page.getByRole("searchbox", { name: "Contains" }).fill("/bench/5000"),
      () => page.getByRole("cell", { name: "/bench/5000", exact: true }).waitFor(),
    );
    const objectMs = await timed(
      () => page.getByRole("button", { name: "Edit ruleTemplates 5000", exact: true }).click(),
      () => page.getByLabel("rule", { exact: true }).waitFor(),
    );
    return { consoleMs, listMs, searchMs, objectMs, receivedKib };
  } finally {
    await browser.close();
  }
}
