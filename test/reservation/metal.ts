import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import type { Context } from "../../provider/engine/handler/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { atEndOfFile } from "../helpers/endings.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { contextOn } from "../helpers/operation-context.ts";

/** A reservation that breaks no rule; tests change one property of it. */
export const metal = {
  name: "metal-2026",
  period: "MONTHS12",
  regionId: 76,
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
};

let serial = 0;

/** A platform of the test's own, and a resource on it. */
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
    /** How often an endpoint was called. */
    calls: (endpoint: string) => requests.list({ endpoint }).length,
    bought: () => store.reservations.all(),
    /** Changes a reservation as the platform, or somebody else, would. */
    change: (id: string | number | undefined, fields: object) => {
      const record = store.reservations.get(String(id));
      if (record === undefined) throw new Error(`There is no reservation ${id}.`);
      store.reservations.put(record.id, { ...record, ...fields });
    },
    /** Another resource on the same platform. */
    beside: () => new EngineHarness(reservationHandler, emulator, `${name}-beside`, settings, harness),
    /** The same resource in a new process of the engine: only records on disk and the state are left. */
    again: (state: EngineHarness["state"] | "lost" = harness.state) => {
      const next = new EngineHarness(reservationHandler, emulator, name, settings);
      if (state !== "lost") next.state = state;
      return next;
    },
  };
}

/** A context of a handler that keeps what it says. */
export function listening(emulator: Emulator): Context & { warnings: string[] } {
  const warnings: string[] = [];
  const context = contextOn(emulator, { name: "metal", warn: (text) => void warnings.push(text) });
  return { ...context, warnings };
}
