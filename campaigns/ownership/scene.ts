import type { Declared } from "./kinds.ts";
import { nounOf } from "./kinds.ts";
import type { Live } from "./objects.ts";
import { recordName, resourceName } from "./rule-sets.ts";
import type { Entry } from "./state.ts";

/** A stack in the shadow model. The object stays the same when the stack is renamed. */
export interface StackModel {
  name: string;
  /** What its program declares. */
  desired: Declared[];
}

/** The platform and the states at one time. */
export interface Scene {
  live: ReadonlyMap<string, Live>;
  entries: ReadonlyMap<StackModel, readonly Entry[]>;
}

/** One command on one stack. */
export interface Action {
  stack: StackModel;
  verb: "up" | "refresh" | "destroy" | "other";
  /** Logical names of resources that the command must replace, or that are tainted. */
  replaced: readonly string[];
  /** null if the command was killed. */
  code: number | null;
  output: string;
  /** Logical names of the targeted resources (`--target`); undefined: all. */
  targets?: ReadonlySet<string> | undefined;
  /** Whether the command is `up --refresh`. */
  refreshes?: boolean | undefined;
  /** The machine on which the command ran. */
  machine?: string;
  /** Whether a fault affected its requests. */
  faulted: boolean;
  /**
   * Whether the command can know about an interrupted creation. An `up` asks the platform. A refresh or destroy runs the provider
   * only if the state has resources; the provider then knows the checkout's records.
   */
  canTell: boolean;
  /** Whether the command ran on another machine than the interrupted command before it, and therefore lacks its record. */
  isElsewhere?: boolean;
}

export function actionOf(stack: StackModel, verb: Action["verb"]): Action {
  return { stack, verb, replaced: [], code: 0, output: "", faulted: false, canTell: true };
}

/** An object that is in no state, with its origin. */
export interface Orphan {
  /** Stacks whose command has created it; empty if somebody else has. */
  stacks: readonly StackModel[];
  /** Names of the resources that may have requested it. */
  logicals: ReadonlySet<string>;
  /** Whether a command has reported it. */
  isNamed: boolean;
  /** Whether a command has reported the interrupted creation, without naming the object. */
  isReminded?: boolean;
  /** Names of the stacks when it was created. Records contain these names. */
  names: readonly string[];
}

/** Whether a line of the output names an object: its kind, with its id or its quoted name. */
export function tellsOf(output: string, live: Pick<Live, "kind" | "id" | "name">): boolean {
  const id = new RegExp(`(^|[^\\w/-])${live.id.replaceAll("/", "[/:]")}($|[^\\w/-])`);
  return output
    .split("\n")
    .some(
      (line) => line.toLowerCase().includes(nounOf(live.kind)) && (id.test(line) || line.includes(`"${live.name}"`)),
    );
}

/** Whether the provider has reported an interrupted creation of one of these resources. */
export function remindsOf(output: string, logicals: ReadonlySet<string>): boolean {
  // The error of a creation names a rule as the program does.
  return [...logicals]
    .flatMap((logical) => [recordName(logical), logical])
    .some((name) =>
      [
        `The creation of "${name}" in this stack was interrupted`,
        new RegExp(`"${name}" stopped: .* was interrupted\\. The platform may have`),
      ].some((text) => (typeof text === "string" ? output.includes(text) : text.test(output))),
    );
}

/** Whether the engine has warned that a creation of one of these resources was interrupted. */
export function warnsOf(output: string, logicals: ReadonlySet<string>): boolean {
  return [...logicals].map(resourceName).some((name) => new RegExp(`::${name}\\b.*interrupted while`).test(output));
}

/** A resource in a state, which holds an object. */
export interface Owner {
  stack: StackModel;
  entry: Entry;
}

/** The resources that hold an object, in all states. */
export function ownersOf(scene: Scene, key: string): Owner[] {
  return [...scene.entries].flatMap(([stack, entries]) =>
    entries.filter((entry) => entry.key === key).map((entry) => ({ stack, entry })),
  );
}

/**
 * What a program declares for a resource in state. An alias counts only if the state has no resource with the new name. `entries`
 * are all resources of the stack.
 */
export function declarationOf(
  desired: readonly Declared[],
  entry: Entry,
  entries: readonly Entry[] = [],
): Declared | undefined {
  const isThere = (wanted: Declared) =>
    entries.some((one) => one.kind === wanted.kind && one.logical === wanted.logical && !one.isOld);
  return desired.find(
    (wanted) =>
      wanted.kind === entry.kind &&
      (wanted.logical === entry.logical || (wanted.aliases?.includes(entry.logical) === true && !isThere(wanted))),
  );
}
