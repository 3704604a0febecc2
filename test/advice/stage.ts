import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@cloudplatform/emulator";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { kinds } from "../evidence/kinds.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";

/** Meets an error, and follows its advice. */
export interface Scene {
  /** Does what the error is about; it throws the error, or gives its text. */
  meet(): Promise<unknown>;
  /** Does what the text says, and then the same again. Throws where that does not lead out. */
  follow(): Promise<unknown>;
}

/**
 * A scene on a platform of its own; the test that shows it where the engine or a process is needed, by file and name; or why there is
 * neither.
 */
export type SceneOrTest = ((stage: Stage) => Scene) | { file: string; test: string } | { open: string };

let serial = 0;

/** A platform that was reset, and a folder for the records of creations. */
export class Stage {
  readonly emulator: Emulator;
  readonly control: ReturnType<typeof controlOf>;
  readonly records = mkdtempSync(join(tmpdir(), "advice-"));
  readonly #name = `advice-${process.pid}-${++serial}`;

  constructor(emulator: Emulator) {
    this.emulator = emulator;
    this.control = controlOf(emulator);
    emulator.platform.reset();
    process.env.CLOUDPLATFORM_INTENT_DIR = this.records;
  }

  /** A resource in a process of its own, which has read nothing yet. */
  open(kind: ResourceName, { state, settings = {}, name = this.#name }: Opening = {}): EngineHarness {
    const own = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial), ...settings };
    const harness = new EngineHarness(kinds[kind].handler, this.emulator, name, own);
    harness.state = state;
    return harness;
  }

  /** A resource as it is after its first `up`. */
  async made(kind: ResourceName, inputs: object = kinds[kind].inputs, name?: string): Promise<EngineHarness> {
    const harness = this.open(kind, name === undefined ? {} : { name });
    await harness.up(inputs);
    return harness;
  }
}

type Fault = Record<string, unknown>;

interface Opening {
  state?: EngineHarness["state"];
  settings?: Record<string, string>;
  name?: string;
}

/** Inputs that are refused, and those that the text names. */
export const corrected =
  (kind: ResourceName, wrong: object, right: object = {}) =>
  (stage: Stage): Scene => {
    const { inputs } = kinds[kind];
    return {
      meet: () => stage.open(kind).up({ ...inputs, ...wrong }),
      follow: () => stage.open(kind).up({ ...inputs, ...right }),
    };
  };

/** Settings that are wrong, and those that the text names. */
export const set =
  (wrong: Record<string, string>, right: Record<string, string> = {}) =>
  (stage: Stage): Scene => {
    const { inputs } = kinds["cdn.RuleTemplate"];
    return {
      meet: () => stage.open("cdn.RuleTemplate", { settings: wrong }).up(inputs),
      follow: () => stage.open("cdn.RuleTemplate", { settings: right }).up(inputs),
    };
  };

/** What exists, then a change that is refused, then the one that the text names. */
export const changed =
  (kind: ResourceName, { first = {}, wrong, right }: { first?: object; wrong: object; right: object }) =>
  (stage: Stage): Scene => {
    let state: EngineHarness["state"];
    const { inputs } = kinds[kind];
    return {
      async meet() {
        state = (await stage.made(kind, { ...inputs, ...first })).state;
        await stage.open(kind, { state }).up({ ...inputs, ...wrong });
      },
      follow: () => stage.open(kind, { state }).up({ ...inputs, ...right }),
    };
  };

/** A failure of the platform; the text says to run again when it has passed. */
export const passing =
  (fault: Fault | Fault[], kind: ResourceName = "cdn.RuleTemplate", settings: Record<string, string> = {}) =>
  (stage: Stage): Scene => {
    const first = stage.open(kind, { settings });
    // A process refuses two clusters of one name.
    const inputs = { ...kinds[kind].inputs, ...(kind === "kubernetes.Cluster" && { name: `own-${++serial}` }) };
    return {
      async meet() {
        for (const one of [fault].flat()) await stage.control.fault(one);
        await first.up(inputs);
      },
      async follow() {
        await stage.control.clearFaults();
        const again = stage.open(kind, { state: first.state });
        again.halfMade = first.halfMade;
        await again.up(inputs);
      },
    };
  };
