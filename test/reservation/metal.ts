import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import type { Context } from "../../provider/engine/handler/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { atEndOfFile } from "../helpers/endings.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { contextOn } from "../helpers/operation-context.ts";

/** A valid reservation. Tests change one of its properties. */
export const metal = {
  name: "metal-2026",
  period: "MONTHS12",
  regionId: 76,
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
};

let serial = 0;

/** Starts a platform for one test, and opens a resource on it. */
export async function metalOn(settings: Record<string, string> = {}) {
  const emulator = await startEmulator({ port: 0 });
  atEndOfFile(() => emulator.close());
  const name = `metal-${process.pid}-${++serial}`;
  const { store, faults, requests } = emulator.platform;
  const harness = new EngineHarness(reservationHandler, emulator, name, settings);
  return {
    emulator,
    store,
    faults,
    harness,
    /** Returns the number of calls of an endpoint. */
    calls: (endpoint: string) => requests.list({ endpoint }).length,
    bought: () => store.reservations.all(),
    /** Changes a reservation outside the provider. */
    change: (id: string | number | undefined, fields: object) => {
      const record = store.reservations.get(String(id));
      if (record === undefined) throw new Error(`There is no reservation ${id}.`);
      store.reservations.put(record.id, { ...record, ...fields });
    },
    /** Opens another resource on the same platform. */
    beside: () => new EngineHarness(reservationHandler, emulator, `${name}-beside`, settings, harness),
    /** Opens the same resource in a new engine process: only records on disk and the state remain. */
    again: (state: EngineHarness["state"] | "lost" = harness.state) => {
      const next = new EngineHarness(reservationHandler, emulator, name, settings);
      if (state !== "lost") next.state = state;
      return next;
    },
  };
}

/** Returns a handler context that collects warnings. */
export function listening(emulator: Emulator): Context & { warnings: string[] } {
  const warnings: string[] = [];
  const context = contextOn(emulator, { name: "metal", warn: (text) => void warnings.push(text) });
  return { ...context, warnings };
}
