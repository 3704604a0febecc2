import { globPattern } from "@cloudplatform/pulumi/values";
import type { FaultName, FaultNamed, FaultSpec } from "./fault-kinds.ts";
import { randomSequence } from "./random.ts";

/** A fault with its counters. */
interface ActiveFault {
  id: number;
  spec: FaultSpec;
  /** Number of requests, or of tasks for a task fault, that the fault has applied to. */
  hits: number;
  /** Number of matching requests that passed before the fault began. */
  passed: number;
  /** Time on the platform's clock at which the fault ends. */
  endsAt: number;
  addedAt: string;
  path: RegExp | undefined;
  random: () => number;
}

/** Why a fault is no longer active. */
type End = "used up" | "time over" | "removed";

/** A fault that has ended, as `/_emulator/faults/history` returns it. */
type EndedFault = ReturnType<typeof toJson> & { endedAt: string; end: End };

/** The properties of a request that faults are matched against. */
interface FaultTarget {
  endpoint: string | undefined;
  method: string;
  path: string;
}

/** Maximum number of ended faults in the history. */
const historyLength = 100;

/** Task faults wait for a task that a matching request starts; all other faults apply to the request itself. */
const isOfTasks = ({ spec }: ActiveFault) => spec.name.startsWith("task-");

/** The faults that apply to one request, and the task faults that wait for a task started by it. */
export class MatchedFaults {
  readonly #applied: ActiveFault[];
  readonly #waiting: readonly ActiveFault[];
  readonly #use: (fault: ActiveFault) => boolean;

  constructor(
    applied: readonly ActiveFault[] = [],
    waiting: readonly ActiveFault[] = [],
    use: (fault: ActiveFault) => boolean = () => false,
  ) {
    this.#applied = [...applied];
    this.#waiting = waiting;
    this.#use = use;
  }

  get<Name extends FaultName>(name: Name): FaultNamed<Name> | undefined {
    return this.#applied.map(({ spec }) => spec).find((spec): spec is FaultNamed<Name> => spec.name === name);
  }

  /** The faults of a task that the request starts. Each use counts as a hit. */
  forTask(): MatchedFaults {
    const used = this.#waiting.filter(this.#use);
    this.#applied.push(...used);
    return new MatchedFaults(used);
  }

  names(): FaultName[] {
    return this.#applied.map(({ spec }) => spec.name);
  }

  ids(): number[] {
    return this.#applied.map(({ id }) => id);
  }
}

const none = new MatchedFaults();

/** Injected faults. They are kept in memory and end with the process. */
export class Faults {
  readonly #now: () => number;
  #active: ActiveFault[] = [];
  #ended: EndedFault[] = [];
  #lastId = 0;
  /** Functions that end a delay, with the delaying fault. */
  readonly #delayed = new Map<() => void, FaultSpec>();

  /** @param now Time of the platform's clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  add(spec: FaultSpec) {
    const active: ActiveFault = {
      id: ++this.#lastId,
      spec,
      hits: 0,
      passed: 0,
      endsAt: spec.seconds === undefined ? Number.POSITIVE_INFINITY : this.#now() + spec.seconds * 1000,
      addedAt: new Date().toISOString(),
      path: spec.path === undefined ? undefined : globPattern(spec.path),
      random: randomSequence(spec.seed),
    };
    this.#active.push(active);
    return toJson(active);
  }

  /** Ends a fault, and the delays of its requests. Returns whether it was active. */
  remove(id: number): boolean {
    const fault = this.#active.find((active) => active.id === id);
    if (fault === undefined) return false;
    this.#end(fault, "removed");
    for (const [end, spec] of this.#delayed) if (spec === fault.spec) end();
    return true;
  }

  /** Ends all faults. The history keeps them. */
  removeAll(): void {
    for (const fault of this.#active) this.#end(fault, "removed");
    for (const end of this.#delayed.keys()) end();
  }

  /** Waits in real time, but no longer than until the fault is removed. A delayed request does not keep the process alive. */
  delay(fault: FaultNamed<"delay">): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#delayed.delete(end);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, fault.ms).unref();
      this.#delayed.set(end, fault);
    });
  }

  /** Removes all faults, including the history. */
  clear(): void {
    this.#active = [];
    this.#ended = [];
  }

  list() {
    this.#endDue();
    return this.#active.map(toJson);
  }

  /** The latest ended faults, newest first. */
  history(): readonly EndedFault[] {
    this.#endDue();
    return this.#ended;
  }

  /** The faults that apply to a request. Counts hits, and ends faults that have reached their count. */
  match(target: FaultTarget): MatchedFaults {
    if (this.#active.length === 0) return none;
    this.#endDue();
    const matched = this.#active.filter((active) => matches(active, target));
    const applied = matched.filter((active) => !isOfTasks(active) && this.#use(active));
    return new MatchedFaults(applied, matched.filter(isOfTasks), (fault) => this.#use(fault));
  }

  /** Whether an active fault applies this time. Updates its counters. */
  #use(fault: ActiveFault): boolean {
    const { spec, random } = fault;
    if (!this.#active.includes(fault)) return false;
    if (fault.passed < (spec.after ?? 0)) {
      fault.passed++;
      return false;
    }
    if (random() >= spec.probability) return false;
    fault.hits++;
    if (fault.hits === spec.count) this.#end(fault, "used up");
    return true;
  }

  #endDue(): void {
    const now = this.#now();
    for (const fault of this.#active) if (now >= fault.endsAt) this.#end(fault, "time over");
  }

  #end(fault: ActiveFault, end: End): void {
    this.#active = this.#active.filter((active) => active !== fault);
    this.#ended = [{ ...toJson(fault), endedAt: new Date().toISOString(), end }, ...this.#ended].slice(
      0,
      historyLength,
    );
  }
}

/** `met` is the former name of `hits`. */
function toJson({ id, spec, hits, addedAt }: ActiveFault) {
  return { id, ...spec, hits, met: hits, addedAt };
}

function matches({ spec, path }: ActiveFault, target: FaultTarget): boolean {
  return (
    (spec.endpoint === undefined || spec.endpoint === target.endpoint) &&
    (spec.method === undefined || spec.method === target.method) &&
    (path === undefined || path.test(target.path))
  );
}
