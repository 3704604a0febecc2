import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@cloudplatform/emulator";
import type { ErrorCode } from "@cloudplatform/pulumi/errors";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { seal, unseal } from "../../provider/engine/records/record-facts.ts";
import { kinds } from "../evidence/kinds.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import type { Project } from "./project.ts";

/** Triggers an error, then follows its advice. */
export interface Scene {
  /** Triggers the error: throws it, or returns its text. */
  meet(): Promise<unknown>;
  /** Does what the error text says, then repeats the action. Throws when the advice does not resolve the error. */
  follow(): Promise<unknown>;
}

/** A scene in this process, a scene that needs the real CLI, or none: some error texts only ask the user to report the error. */
export type AnyScene = ((stage: Stage) => Scene) | { inProject(project: Project): Scene } | { isReported: true };

/** Returns the scenes of one form, with their codes. */
export function scenesOf<Form extends AnyScene>(
  scenes: Record<ErrorCode, AnyScene>,
  isForm: (scene: AnyScene) => scene is Form,
): [ErrorCode, Form][] {
  return (Object.entries(scenes) as [ErrorCode, AnyScene][]).filter((entry): entry is [ErrorCode, Form] =>
    isForm(entry[1]),
  );
}

let serial = 0;

/** A platform after a reset, and a folder for the create journal. */
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

  /** Opens a resource in a simulated process of its own, with cold caches. */
  open(kind: ResourceName, opening: Opening = {}): EngineHarness {
    const { state, settings = {}, name = this.#name, imports, handler = kinds[kind].handler } = opening;
    const own = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial), ...settings };
    const harness = new EngineHarness(handler, this.emulator, name, own);
    harness.state = state;
    if (imports !== undefined) harness.adopts(imports);
    return harness;
  }

  /** Opens a resource and runs its first `up`. */
  async made(kind: ResourceName, inputs: object = kinds[kind].inputs, name?: string): Promise<EngineHarness> {
    const harness = this.open(kind, name === undefined ? {} : { name });
    await harness.up(inputs);
    return harness;
  }

  /** Opens a second resource in the program and process of `other`. */
  beside(other: EngineHarness, kind: ResourceName): EngineHarness {
    return new EngineHarness(kinds[kind].handler, this.emulator, `${this.#name}-second`, {}, other);
  }

  /**
   * Simulates a run that was killed before it received the response to its create request: the object is on the platform and in
   * a record, but in no state. Returns the object's id. `key`: the API key of that run; `facts`: facts in the record beside the
   * request.
   */
  async killed(
    kind: ResourceName,
    { inputs = kinds[kind].inputs, key = "local", facts }: { inputs?: object; key?: string; facts?: object } = {},
  ): Promise<string> {
    const { state } = await this.made(kind, inputs);
    const [name = ""] = readdirSync(this.records).filter((file) => file.endsWith(".json"));
    const file = join(this.records, name);
    const record = JSON.parse(readFileSync(file, "utf8"));
    const known = record.sealed === undefined ? record.facts : JSON.parse(unseal(record.sealed, "local") ?? "");
    if (facts === undefined) {
      delete known.id;
      delete known.tasks;
    }
    const kept = { ...known, ...facts };
    const changed = record.sealed === undefined ? { facts: kept } : { sealed: seal(JSON.stringify(kept), key) };
    writeFileSync(file, JSON.stringify({ ...record, ...changed }));
    return String(state?.id);
  }

  /** Removes all records, as an error text says. */
  forgetRecords(): void {
    for (const file of readdirSync(this.records).filter((name) => name.endsWith(".json")))
      rmSync(join(this.records, file));
  }
}

type Fault = Record<string, unknown>;

interface Opening {
  state?: EngineHarness["state"];
  settings?: Record<string, string>;
  name?: string;
  /** Id for the option `import`. */
  imports?: string;
  /** Default: the handler of the kind. */
  handler?: AnyHandler;
}

/** Inputs that are refused, and the inputs that the error text names. */
export const corrected =
  (kind: ResourceName, wrong: object, right: object = {}) =>
  (stage: Stage): Scene => {
    const { inputs } = kinds[kind];
    return {
      meet: () => stage.open(kind).up({ ...inputs, ...wrong }),
      follow: () => stage.open(kind).up({ ...inputs, ...right }),
    };
  };

/** Wrong settings, and the settings that the error text names. */
export const set =
  (wrong: Record<string, string>, right: Record<string, string> = {}) =>
  (stage: Stage): Scene => {
    const { inputs } = kinds["cdn.RuleTemplate"];
    return {
      meet: () => stage.open("cdn.RuleTemplate", { settings: wrong }).up(inputs),
      follow: () => stage.open("cdn.RuleTemplate", { settings: right }).up(inputs),
    };
  };

/** Creates an object, then makes a change that is refused, then the change that the error text names. */
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

/** The object of a killed run, the next `up`, which is refused, and what the error text leads to. */
export const interrupted =
  (
    kind: ResourceName,
    scene: {
      killed?: Parameters<Stage["killed"]>[1];
      /** Changes the platform before the next run. */
      meanwhile?: (stage: Stage, id: string) => unknown;
      wrong?: object;
      follow: (stage: Stage, id: string) => Promise<unknown>;
    },
  ) =>
  (stage: Stage): Scene => {
    let id = "";
    return {
      async meet() {
        id = await stage.killed(kind, scene.killed);
        await scene.meanwhile?.(stage, id);
        await stage.open(kind).up({ ...kinds[kind].inputs, ...scene.wrong });
      },
      follow: () => scene.follow(stage, id),
    };
  };

/** Creates an object, then runs an operation that the platform refuses or does not finish, then repeats the operation. */
export const repeated =
  (
    kind: ResourceName,
    scene: {
      first?: object;
      fault: (stage: Stage, id: string) => unknown;
      act: (again: EngineHarness) => Promise<unknown>;
      remove?: (stage: Stage, id: string) => unknown;
    },
  ) =>
  (stage: Stage): Scene => {
    let one: EngineHarness | undefined;
    const again = () => {
      const next = stage.open(kind, { state: one?.state });
      next.halfMade = one?.halfMade === true;
      one = next;
      return next;
    };
    return {
      async meet() {
        one = await stage.made(kind, { ...kinds[kind].inputs, ...scene.first });
        await scene.fault(stage, String(one.state?.id));
        await scene.act(again());
      },
      async follow() {
        await stage.control.clearFaults();
        await scene.remove?.(stage, String(one?.state?.id));
        await scene.act(again());
      },
    };
  };

/** A temporary platform failure, or paused tasks. The error text says to run again afterwards. */
export const passing =
  (fault: Fault | Fault[] | "paused", kind: ResourceName = "cdn.RuleTemplate", settings: Record<string, string> = {}) =>
  (stage: Stage): Scene => {
    const first = stage.open(kind, { settings });
    // A process refuses two clusters with the same name.
    const inputs = { ...kinds[kind].inputs, ...(kind === "kubernetes.Cluster" && { name: `own-${++serial}` }) };
    return {
      async meet() {
        if (fault === "paused") stage.emulator.platform.clock.change({ paused: true });
        else for (const one of [fault].flat()) await stage.control.fault(one);
        await first.up(inputs);
      },
      async follow() {
        await stage.control.clearFaults();
        if (fault === "paused") stage.emulator.platform.clock.change({ paused: false });
        const again = stage.open(kind, { state: first.state });
        again.halfMade = first.halfMade;
        await again.up(inputs);
      },
    };
  };
