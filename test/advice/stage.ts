import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@cloudplatform/emulator";
import type { ErrorCode } from "@cloudplatform/pulumi/errors";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { seal, unseal } from "../../provider/engine/records/seal.ts";
import { kinds } from "../evidence/kinds.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import type { Project } from "./project.ts";

/** Meets an error, and follows its advice. */
export interface Scene {
  /** Does what the error is about; it throws the error, or gives its text. */
  meet(): Promise<unknown>;
  /** Does what the text says, and then the same again. Throws where that does not lead out. */
  follow(): Promise<unknown>;
}

/** A scene in this process, or one that needs the real CLI; or that of a code whose text only asks to report what was seen. */
export type AnyScene = ((stage: Stage) => Scene) | { inProject(project: Project): Scene } | { isReported: true };

/** The scenes of one form, with their codes. */
export function scenesOf<Form extends AnyScene>(
  scenes: Record<ErrorCode, AnyScene>,
  is: (scene: AnyScene) => scene is Form,
): [ErrorCode, Form][] {
  return (Object.entries(scenes) as [ErrorCode, AnyScene][]).filter((entry): entry is [ErrorCode, Form] =>
    is(entry[1]),
  );
}

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
  open(kind: ResourceName, opening: Opening = {}): EngineHarness {
    const { state, settings = {}, name = this.#name, imports, handler = kinds[kind].handler } = opening;
    const own = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial), ...settings };
    const harness = new EngineHarness(handler, this.emulator, name, own);
    harness.state = state;
    if (imports !== undefined) harness.adopts(imports);
    return harness;
  }

  /** A resource as it is after its first `up`. */
  async made(kind: ResourceName, inputs: object = kinds[kind].inputs, name?: string): Promise<EngineHarness> {
    const harness = this.open(kind, name === undefined ? {} : { name });
    await harness.up(inputs);
    return harness;
  }

  /** A resource of the same program and process as another one. */
  beside(other: EngineHarness, kind: ResourceName): EngineHarness {
    return new EngineHarness(kinds[kind].handler, this.emulator, `${this.#name}-second`, {}, other);
  }

  /**
   * What a run has created that was killed before it knew the response to its request: it is on the platform, in a record and in no
   * state. Returns its id. `key`: the API key of that run; `facts`: what the record has beside the request.
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

  /** Removes all records, as the text of an error says. */
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
  /** The option `import`. */
  imports?: string;
  /** Another handler than that of the kind. */
  handler?: AnyHandler;
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

/** What a killed run has created, the next `up` that is refused, and what the text leads to. */
export const interrupted =
  (
    kind: ResourceName,
    scene: {
      killed?: Parameters<Stage["killed"]>[1];
      /** What happens on the platform before the next run. */
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

/** What exists, then an operation that the platform refuses or does not finish, and the same again. */
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

/** A failure of the platform, or tasks that do not go on; the text says to run again when it has passed. */
export const passing =
  (fault: Fault | Fault[] | "paused", kind: ResourceName = "cdn.RuleTemplate", settings: Record<string, string> = {}) =>
  (stage: Stage): Scene => {
    const first = stage.open(kind, { settings });
    // A process refuses two clusters of one name.
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
