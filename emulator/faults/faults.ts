import type { FaultName, FaultNamed, FaultSpec } from "./fault.ts";
import { randomSequence } from "./random.ts";

/** A fault in force. */
interface Active {
  id: number;
  spec: FaultSpec;
  /** Requests that it met. */
  met: number;
  path: RegExp | undefined;
  random: () => number;
}

/** What a fault is matched with. */
export interface Target {
  endpoint: string | undefined;
  method: string;
  path: string;
}

/** The faults that one request is under. */
export class Meeting {
  readonly #specs: readonly FaultSpec[];

  constructor(specs: readonly FaultSpec[]) {
    this.#specs = specs;
  }

  get<Name extends FaultName>(name: Name): FaultNamed<Name> | undefined {
    return this.#specs.find((spec): spec is FaultNamed<Name> => spec.name === name);
  }

  names(): FaultName[] {
    return this.#specs.map((spec) => spec.name);
  }
}

const none = new Meeting([]);

/** Faults that are injected by hand. They belong to the running process and end with it. */
export class Faults {
  #active: Active[] = [];
  #lastId = 0;

  add(spec: FaultSpec) {
    const active: Active = {
      id: ++this.#lastId,
      spec,
      met: 0,
      path: spec.path === undefined ? undefined : pattern(spec.path),
      random: randomSequence(spec.seed),
    };
    this.#active.push(active);
    return shown(active);
  }

  /** Whether there was such a fault. */
  remove(id: number): boolean {
    const before = this.#active.length;
    this.#active = this.#active.filter((active) => active.id !== id);
    return this.#active.length < before;
  }

  clear(): void {
    this.#active = [];
  }

  list() {
    return this.#active.map(shown);
  }

  /** Faults that meet a request; counts them, and ends those whose count is reached. */
  meet(target: Target): Meeting {
    if (this.#active.length === 0) return none;
    const meeting = this.#active.filter((active) => fits(active, target) && active.random() < active.spec.probability);
    for (const active of meeting) active.met++;
    this.#active = this.#active.filter(({ spec, met }) => spec.count === undefined || met < spec.count);
    return new Meeting(meeting.map(({ spec }) => spec));
  }
}

function shown({ id, spec, met }: Active) {
  return { id, ...spec, met };
}

function fits({ spec, path }: Active, target: Target): boolean {
  return (
    (spec.endpoint === undefined || spec.endpoint === target.endpoint) &&
    (spec.method === undefined || spec.method === target.method) &&
    (path === undefined || path.test(target.path))
  );
}

/** `/cdn/*` → everything below `/cdn/`. */
function pattern(glob: string): RegExp {
  const escaped = glob.split("*").map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`);
}
