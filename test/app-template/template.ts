import { startEmulator } from "@cloudplatform/emulator";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { atEndOfFile } from "../helpers/endings.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";

/** A valid template. Tests change one of its properties. */
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

/** Starts a platform for one test, and opens a resource on it. */
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
    /** Returns the templates created since the start. */
    made: () => store.appTemplates.all().filter((one) => !before.includes(one.id)),
    /** Changes the template outside the provider. */
    change: (fields: object) => {
      const record = store.appTemplates.get(String(harness.state?.id));
      if (record === undefined) throw new Error("There is no template.");
      store.appTemplates.put(record.id, { ...record, ...fields });
    },
    /** Opens the same resource in a new engine process: only records on disk and the state remain. */
    again: (state: EngineHarness["state"] | "lost" = harness.state) => {
      const next = new EngineHarness(appTemplateHandler, emulator, name);
      if (state !== "lost") next.state = state;
      return next;
    },
  };
}
