import { isUnique } from "./kinds.ts";
import { ownersOf, type Scene, type StackModel, tellsOf } from "./scene.ts";
import type { Verdict } from "./verdict.ts";

/**
 * What a person does after reading why an `up` stopped: they adopt objects that the stack has created; if the object is somebody
 * else's, they allow another one or remove the resource. Changes the program, and returns the changes as texts.
 */
export function giveWay(
  stack: StackModel,
  after: Scene,
  output: string,
  { orphans }: Verdict,
  isSecondWanted: boolean,
): string[] {
  const held = after.entries.get(stack) ?? [];
  const done: string[] = [];
  for (const wanted of [...stack.desired]) {
    if (held.some(({ kind, logical }) => kind === wanted.kind && logical === wanted.logical)) continue;
    const own = [...after.live.values()].find(
      (live) =>
        live.kind === wanted.kind &&
        live.name === wanted.name &&
        tellsOf(output, live) &&
        ownersOf(after, live.key).length === 0 &&
        orphans.get(live.key)?.stacks.includes(stack) === true &&
        stack.desired.every(({ kind, adopt }) => kind !== live.kind || adopt !== live.id),
    );
    if (own !== undefined && wanted.adopt === undefined) {
      done.push(`(the program adopts ${own.key} as ${wanted.logical})`);
      Object.assign(wanted, { adopt: own.id, variant: Number(own.shape.split("#")[1]) });
    } else if (!isUnique(wanted.kind) && wanted.mayBeSecond !== true && isSecondWanted) {
      done.push(`(the program says that ${wanted.logical} may be one of several)`);
      wanted.mayBeSecond = true;
    } else if (output.includes(wanted.logical) && !isPassing.test(output)) {
      done.push(`(the program gives up ${wanted.logical})`);
      stack.desired.splice(stack.desired.indexOf(wanted), 1);
    }
  }
  return done;
}

/** The same program succeeds with the next `up`, at once or after a refresh. */
const isPassing = /the platform gave no price within|None of that was overwritten/;

/** Whether the provider asks for a refresh. The engine's own advice on interrupted operations has the command in backticks. */
export function wantsRefresh(output: string): boolean {
  return /(?<!`)pulumi refresh/.test(output);
}
