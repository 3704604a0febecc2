import type { engineErrors } from "../../../provider/errors/engine.ts";
import { typeOfUrn } from "../../../provider/pulumi/formats/urn.ts";
import { providerKinds } from "../../../test/helpers/provider-kinds.ts";
import { isUnique, kindOf } from "../../ownership/kinds.ts";
import type { Live } from "../../ownership/objects.ts";
import { keyIn, partName, recordName, resourceName, setType } from "../../ownership/rule-sets.ts";
import { type Action, ownersOf, type Scene, type StackModel } from "../../ownership/scene.ts";
import type { Failure } from "../engine/deployment.ts";

/**
 * What must be true for an error of a creation: an earlier request of the resource has an unknown outcome, an object is not in
 * state, or something else, which other checks cover. The list is complete, so a new code needs a decision.
 */
const grounds: Record<keyof typeof engineErrors, "request" | "object" | "other"> = {
  CP2101: "other",
  CP2102: "other",
  CP2103: "other",
  CP2104: "other",
  CP2105: "object",
  CP2106: "other",
  CP2107: "request",
  CP2108: "other",
  CP2109: "other",
  CP2110: "other",
  CP2111: "other",
  CP2112: "request",
  CP2113: "request",
  CP2114: "other",
  CP2115: "other",
  CP2116: "object",
  CP2117: "other",
  CP2118: "other",
  CP2119: "other",
  CP2120: "other",
  CP2121: "other",
  CP2122: "request",
  CP2123: "other",
  CP2124: "other",
  CP2125: "other",
  CP2126: "other",
  CP2127: "other",
};
type Code = keyof typeof grounds;

/** The errors that are checked here. */
export const stopCodes = (Object.keys(grounds) as Code[]).filter((code) => grounds[code] !== "other");

/** A creation that was stopped. */
interface Stop {
  code: Code;
  /** Name of the resource, as records have it. Undefined: the text names no rule of the set. */
  name: string | undefined;
  kind: Live["kind"];
  text: string;
}

/**
 * Finds stops that no object justifies. A stop is safe, so no other rule notices one too many, but a person must answer it. The
 * resource of a stop comes from the engine, and its code ends its text. The text is only searched for ids of objects and for keys
 * of rules, and a text without any is an error, so no wording hides a stop.
 */
export class NeedlessStops {
  /** Codes of the stops so far. */
  readonly codes = new Set<Code>();
  /**
   * Resources that an interrupted or disturbed command may have requested, by the name that the stack had then. A record may stay
   * after the resource has got another object.
   */
  readonly #open = new Map<string, Set<string>>();
  /** Names that a stack has had: records keep them. */
  readonly #names = new Map<StackModel, Set<string>>();
  /** All objects so far: a stale read shows one that was deleted. */
  readonly #known = new Map<string, Live>();

  check(before: Scene, after: Scene, actions: readonly Action[], failures: readonly (readonly Failure[])[]): string[] {
    for (const live of [...before.live.values(), ...after.live.values()]) this.#known.set(live.key, live);
    for (const action of actions) this.#noteOpen(before, action);
    return actions.flatMap((action, index) => {
      if (action.code === null) return [];
      const stops = (failures[index] ?? []).flatMap((failure) => stopsIn(failure, action, before));
      return stops.flatMap((stop) => this.#errorsOf(before, after, { action, stop }));
    });
  }

  #errorsOf(before: Scene, after: Scene, { action, stop }: { action: Action; stop: Stop }): string[] {
    const { code, name, text } = stop;
    this.codes.add(code);
    if (name === undefined || (grounds[code] === "object" && this.#objectsIn(stop).length === 0))
      return [`UNREADABLE STOP: ${code} in ${action.stack.name} names no object or rule that is known: ${text}`];
    return this.#isNeedless(before, after, { action, stop: { ...stop, name } })
      ? [`NEEDLESS STOP: ${code} of ${name} in ${action.stack.name}`]
      : [];
  }

  #noteOpen(before: Scene, { stack, verb, faulted, code, refreshes }: Action): void {
    const names = this.#names.get(stack) ?? new Set();
    this.#names.set(stack, names.add(stack.name));
    const open = this.#open.get(stack.name) ?? new Set();
    this.#open.set(stack.name, open);
    // A refresh removes from the state what is gone, and the same command creates it again.
    const held = (before.entries.get(stack) ?? []).filter(
      ({ key }) => refreshes !== true || (key !== undefined && before.live.has(key)),
    );
    for (const { logical, aliases = [] } of stack.desired) {
      const mayBeRequested =
        verb === "up" && (faulted || code === null) && held.every((one) => one.logical !== logical || one.isUnsettled);
      if (mayBeRequested) for (const name of [logical, ...aliases]) open.add(recordName(name));
    }
  }

  #isNeedless(
    before: Scene,
    after: Scene,
    { action: { stack }, stop }: { action: Action; stop: Stop & { name: string } },
  ): boolean {
    const objects = this.#objectsIn(stop);
    const isOwn = (key: string, scene: Scene, isOfStack: boolean) =>
      ownersOf(scene, key).some((owner) => (!isOfStack || owner.stack === stack) && !owner.entry.isOld);
    const isHeld = (isOfStack: boolean) =>
      objects.length > 0 && objects.every((key) => isOwn(key, before, isOfStack) && isOwn(key, after, isOfStack));
    if (grounds[stop.code] === "object")
      return stop.kind !== "reservation" && isHeld(true) && !this.#isNameTaken(before, stack, { ...stop, objects });
    return !this.#isOpen(stack, stop.name) || (stop.code === "CP2113" && isHeld(false));
  }

  /** Whether another resource of the stack has the object of a name that the platform gives only once. */
  #isNameTaken(
    before: Scene,
    stack: StackModel,
    { kind, name, objects }: Pick<Stop, "kind"> & { name: string; objects: readonly string[] },
  ): boolean {
    const wanted = stack.desired.find((one) => one.kind === kind && recordName(one.logical) === name);
    return (
      isUnique(kind) &&
      objects.every(
        (key) =>
          this.#known.get(key)?.name === wanted?.name &&
          ownersOf(before, key).every(({ entry }) => entry.logical !== wanted?.logical),
      )
    );
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

  /** Keys of the objects of the stop's kind whose ids are in its text. */
  #objectsIn({ kind, text }: Stop): string[] {
    const named = [...this.#known.values()].filter(
      (live) => live.kind === kind && new RegExp(`(?<![\\w/.-])${live.id}(?![\\w/-]|\\.\\d)`).test(text),
    );
    return named.map(({ key }) => key);
  }
}

/** The stops in an error of a resource. That of a rule set has one line for each rule. */
function stopsIn({ urn, text }: Failure, { stack }: Action, before: Scene): Stop[] {
  const type = typeOfUrn(urn);
  const resource = urn.split("::").at(-1) ?? "";
  const isSet = providerKinds.some((provider) => setType(provider) === type);
  const kind = isSet ? "rule" : kindOf(type);
  if (kind === undefined) return [];
  const rules = [...stack.desired, ...(before.entries.get(stack) ?? [])].filter(
    ({ logical }) => logical !== resource && resourceName(logical) === resource,
  );
  const ruleIn = (line: string) => rules.find((rule) => line.includes(`"${partName(resource, keyIn(rule))}"`))?.logical;
  return text.split("\n").flatMap((line) =>
    stopCodes
      .filter((code) => line.includes(`[${code}]`))
      .map((code) => {
        const logical = isSet ? ruleIn(line) : resource;
        return { code, kind, name: logical && recordName(logical), text: line.replaceAll(urn, "") };
      }),
  );
}
