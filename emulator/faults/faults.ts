import { globPattern } from "@cloudplatform/pulumi/values";
import type { FaultName, FaultNamed, FaultSpec } from "./fault.ts";
import { randomSequence } from "./random.ts";

/** An active fault. */
interface ActiveFault {
  id: number;
  spec: FaultSpec;
  /** Number of requests that it has matched. */
  hits: number;
  path: RegExp | undefined;
  random: () => number;
}

/** The properties of a request that faults are matched against. */
export interface FaultTarget {
  endpoint: string | undefined;
  method: string;
  path: string;
}

/** The faults that apply to one request. */
export class MatchedFaults {
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

const none = new MatchedFaults([]);

/** Injected faults. They are kept in memory and end with the process. */
export class Faults {
  #active: ActiveFault[] = [];
  #lastId = 0;

  add(spec: FaultSpec) {
    const active: ActiveFault = {
      id: ++this.#lastId,
      spec,
      hits: 0,
      path: spec.path === undefined ? undefined : globPattern(spec.path),
      random: randomSequence(spec.seed),
    };
    this.#active.push(active);
    return toJson(active);
  }

  /** Returns whether the fault existed. */
  remove(id: number): boolean {
    const before = this.#active.length;
    this.#active = this.#active.filter((active) => active.id !== id);
    return this.#active.length < before;
  }

  clear(): void {
    this.#active = [];
  }

  list() {
    return this.#active.map(toJson);
  }

  /** The faults that apply to a request; counts the hit, and ends those that have reached their count. */
  match(target: FaultTarget): MatchedFaults {
    if (this.#active.length === 0) return none;
    const matched = this.#active.filter(
      (active) => matches(active, target) && active.random() < active.spec.probability,
    );
    for (const active of matched) active.hits++;
    this.#active = this.#active.filter(({ spec, hits }) => spec.count === undefined || hits < spec.count);
    return new MatchedFaults(matched.map(({ spec }) => spec));
  }
}

/** `met` is the earlier name of `hits`. */
function toJson({ id, spec, hits }: ActiveFault) {
  return { id, ...spec, hits, met: hits };
}

function matches({ spec, path }: ActiveFault, target: FaultTarget): boolean {
  return (
    (spec.endpoint === undefined || spec.endpoint === target.endpoint) &&
    (spec.method === undefined || spec.method === target.method) &&
    (path === undefined || path.test(target.path))
  );
}
