import { nounOf } from "../../ownership/kinds.ts";
import { recordName, resourceName } from "../../ownership/rule-sets.ts";
import { type Action, ownersOf, type Scene, type StackModel } from "../../ownership/scene.ts";

/** Stops because of an earlier request of the same resource whose outcome is unknown. */
const afterRequest: readonly string[] = ["CP2107", "CP2112", "CP2113", "CP2122"];

/** Stops because of an object that is not in state. */
const outsideOfState: readonly string[] = ["CP2105", "CP2116"];

/** A creation that was stopped, as its text says. */
interface Stop {
  code: string;
  /** Name of the resource, as records have it. */
  name: string;
  text: string;
}

/**
 * Finds stops that no object justifies. A stop is safe, so no other rule notices one too many, but a person must answer it. The
 * code of a stop, its resource and its objects are read from its text.
 */
export class NeedlessStops {
  /**
   * Resources that an interrupted or disturbed command may have requested, by the name that the stack had then. A record may stay
   * after the resource has got another object.
   */
  readonly #open = new Map<string, Set<string>>();
  /** Names that a stack has had: records keep them. */
  readonly #names = new Map<StackModel, Set<string>>();

  check(before: Scene, after: Scene, actions: readonly Action[]): string[] {
    for (const action of actions) this.#noteOpen(before, action);
    return actions.flatMap((action) => {
      if (action.code === null) return [];
      return stopsIn(action.output)
        .filter((stop) => this.#isNeedless(before, after, { action, stop }))
        .map(({ code, name }) => `NEEDLESS STOP: ${code} of ${name} in ${action.stack.name}`);
    });
  }

  #noteOpen(before: Scene, { stack, verb, faulted, code }: Action): void {
    const names = this.#names.get(stack) ?? new Set();
    this.#names.set(stack, names.add(stack.name));
    const open = this.#open.get(stack.name) ?? new Set();
    this.#open.set(stack.name, open);
    const held = before.entries.get(stack) ?? [];
    for (const { logical, aliases = [] } of stack.desired) {
      const mayBeRequested =
        verb === "up" && (faulted || code === null) && held.every((one) => one.logical !== logical || one.isUnsettled);
      if (mayBeRequested) for (const name of [logical, ...aliases]) open.add(recordName(name));
    }
  }

  #isNeedless(before: Scene, after: Scene, { action, stop }: { action: Action; stop: Stop }): boolean {
    const { stack } = action;
    const objects = objectsIn(stop.text, before, after);
    const isOwn = (key: string, scene: Scene, isOfStack: boolean) =>
      ownersOf(scene, key).some((owner) => (!isOfStack || owner.stack === stack) && !owner.entry.isOld);
    const isHeld = (isOfStack: boolean) =>
      objects.length > 0 && objects.every((key) => isOwn(key, before, isOfStack) && isOwn(key, after, isOfStack));
    if (outsideOfState.includes(stop.code)) return !stop.text.includes(nounOf("reservation")) && isHeld(true);
    return !this.#isOpen(stack, stop.name) || (stop.code === "CP2113" && isHeld(false));
  }

  #isOpen(stack: StackModel, name: string): boolean {
    const aliases = stack.desired
      .filter(({ logical }) => recordName(logical) === name)
      .flatMap((one) => one.aliases ?? []);
    return [...(this.#names.get(stack) ?? [])].some((stackName) =>
      [...(this.#open.get(stackName) ?? [])].some(
        (open) => open === name || aliases.includes(open) || open.startsWith(`${resourceName(name)}#`),
      ),
    );
  }
}

function stopsIn(output: string): Stop[] {
  return output.split("\n").flatMap((text) => {
    const [, code] = /\[(CP\d+)\]/.exec(text) ?? [];
    const [, name] = /Creating [^"]*"([^"]+)" stopped/.exec(text) ?? [];
    if (code === undefined || name === undefined || ![...afterRequest, ...outsideOfState].includes(code)) return [];
    return [{ code, name: recordName(name), text }];
  });
}

/** Keys of the objects that a text names: their kind, followed by their ids. */
function objectsIn(text: string, before: Scene, after: Scene): string[] {
  const reported = text.slice(text.indexOf("stopped:"));
  const live = [...before.live.values(), ...after.live.values()].filter(({ kind, id }) => {
    const ids = new RegExp(`${nounOf(kind)}s? (?:[\\w/-]+, )*${id}(?![\\w/-])`, "i");
    return ids.test(reported);
  });
  return [...new Set(live.map(({ key }) => key))];
}
