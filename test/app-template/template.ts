import { startEmulator } from "@cloudplatform/emulator";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { atEndOfFile } from "../helpers/endings.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";

/** A template that breaks no rule; tests change one property of it. */
export const hello = {
  binaryId: 42,
  name: "hello",
  owned: true,
  shortDescr: "Says hello",
  params: [
    { name: "greeting", dataType: "string", mandatory: true, descr: "What to say" },
    { name: "times", dataType: "number" },
  ],
};

let serial = 0;

/** A platform of the test's own, and a resource on it. */
export async function helloOn() {
  const emulator = await startEmulator({ port: 0 });
  atEndOfFile(() => emulator.close());
  const { store, faults, requests } = emulator.platform;
  const name = `hello-${process.pid}-${++serial}`;
  const harness = new EngineHarness(appTemplateHandler, emulator, name);
  const before = store.appTemplates.all().map((one) => one.id);
  return {
    emulator,
    store,
    faults,
    harness,
    calls: (endpoint: string) => requests.list({ endpoint }).length,
    /** Templates that were not there at the start. */
    made: () => store.appTemplates.all().filter((one) => !before.includes(one.id)),
    /** Changes a template as the platform, or somebody else, would. */
    change: (fields: object) => {
      const record = store.appTemplates.get(String(harness.state?.id));
      if (record === undefined) throw new Error("There is no template.");
      store.appTemplates.put(record.id, { ...record, ...fields });
    },
    /** The same resource in a new process of the engine: only records on disk and the state are left. */
    again: (state: EngineHarness["state"] | "lost" = harness.state) => {
      const next = new EngineHarness(appTemplateHandler, emulator, name);
      if (state !== "lost") next.state = state;
      return next;
    },
  };
}
