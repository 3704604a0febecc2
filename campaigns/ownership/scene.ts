import type { Declared } from "./kinds.ts";
import { nounOf } from "./kinds.ts";
import type { Live } from "./objects.ts";
import { recordName, resourceName } from "./rule-sets.ts";
import type { Entry } from "./state.ts";

/** A stack in the shadow model. It keeps its identity when it is renamed. */
export interface StackModel {
  name: string;
  /** What its program declares. */
  desired: Declared[];
}

/** Platform and states at one time. */
export interface Scene {
  live: ReadonlyMap<string, Live>;
  entries: ReadonlyMap<StackModel, readonly Entry[]>;
}

/** One command on one stack. */
export interface Action {
  stack: StackModel;
  verb: "up" | "refresh" | "destroy" | "other";
  /** Logical names that the command must replace, or that are tainted. */
  replaced: readonly string[];
  /** null: it was killed. */
  code: number | null;
  output: string;
  /** Logical names of the resources that it works on (`--target`); undefined: all. */
  targets?: ReadonlySet<string> | undefined;
  /** `up --refresh`. */
  refreshes?: boolean | undefined;
  /** Where it ran. */
  machine?: string;
  /** Requests of it met a fault. */
  faulted: boolean;
  /**
   * The command can know of an interrupted creation: an `up` asks the platform; a refresh and a destroy run the provider
   * only for what is in state, and then know what the checkout has on record.
   */
  canTell: boolean;
  /** It ran on another machine than the interrupted command before it, and has no record of that. */
  isElsewhere?: boolean;
}

export function actionOf(stack: StackModel, verb: Action["verb"]): Action {
  return { stack, verb, replaced: [], code: 0, output: "", faulted: false, canTell: true };
}

/** An object that is in no state, and how it came to be. */
export interface Orphan {
  /** Stacks whose command has created it; none: somebody else has. */
  stacks: readonly StackModel[];
  /** Names of the resources that may have asked for it. */
  logicals: ReadonlySet<string>;
  /** A command has reported it. */
  isNamed: boolean;
  /** Names of the stacks when it was created: records have these names. */
  names: readonly string[];
}

/** Whether a line of the output tells of an object: its kind, and its id or its name in quotes. */
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
  return [...logicals]
    .map(recordName)
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

/** A resource that has an object in state. */
export interface Owner {
  stack: StackModel;
  entry: Entry;
}

/** States that hold an object. */
export function ownersOf(scene: Scene, key: string): Owner[] {
  return [...scene.entries].flatMap(([stack, entries]) =>
    entries.filter((entry) => entry.key === key).map((entry) => ({ stack, entry })),
  );
}

/**
 * What the program of an action says of a resource in state. An alias counts only where the state has no resource of the new name:
 * `entries` are all of the stack.
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
