import { resources } from "@cloudplatform/pulumi/registry";
import { camel } from "../../../provider/schema/naming.ts";
import { secretValue } from "../../ownership/kinds.ts";
import { resourceName } from "../../ownership/rule-sets.ts";
import { type Action, ownersOf, type Scene } from "../../ownership/scene.ts";
import { encrypted } from "../engine/backend.ts";
import type { Run, Running } from "../engine/command.ts";
import type { Begun } from "../world/network.ts";
import type { World } from "../world/world.ts";

interface Checked {
  before: Scene;
  after: Scene;
  actions: readonly Action[];
  runs: readonly Run[];
}

/** Errors that do not concern ownership: changes that no preview has shown, and exposed secrets. */
export function beyondOwnership(world: World, checked: Checked): string[] {
  return [...unshown(checked), ...secrets(world, checked)];
}

/** A command must change only what its preview has shown. */
function unshown({ before, after, actions, runs }: Checked): string[] {
  return runs.flatMap(({ shown }, index) => {
    const { stack } = actions[index] as Action;
    if (shown === undefined) return [];
    return [...before.live.values()].flatMap((old) => {
      if (after.live.get(old.key)?.print === old.print) return [];
      const owner = ownersOf(before, old.key).find((one) => one.stack === stack);
      if (owner === undefined || owner.entry.isOld) return [];
      const operations = [...shown].filter(([urn]) => urn.endsWith(`::${resourceName(owner.entry.logical)}`));
      const isShown = [...shown.values()].length === 0 || operations.some(([, operation]) => operation !== "same");
      const isRenamed = operations.length === 0;
      return isShown || isRenamed
        ? []
        : [`NOT SHOWN: ${old.key} of ${owner.entry.logical} was changed, and the preview log same`];
    });
  });
}

/** Whether a request may change something. */
export function mayChange({ method, path }: Begun): boolean {
  return method !== "GET" && !/pricing|check_limits/.test(path);
}

/** After Ctrl-C, no changing request may be sent. */
export function sentAfterInterrupt(begun: readonly Begun[], interrupted: readonly Running[]): string[] {
  return interrupted.flatMap(({ title, interruptedAtMs }) =>
    begun
      .filter((one) => one.title.startsWith(title) && mayChange(one))
      .filter(({ atMs }) => interruptedAtMs !== undefined && atMs > interruptedAtMs)
      .map(({ method, path }) => `SENT AFTER CTRL-C: ${title} has sent ${method} ${path}`),
  );
}

/** Inputs that only the provider uses. The platform has no such fields. */
const ownInputs = new Set(
  Object.values(resources).flatMap((one) =>
    "providerInputs" in one ? Object.keys(one.providerInputs?.shape ?? {}).flatMap((name) => [name, camel(name)]) : [],
  ),
);
const ownInput = new RegExp(`"(${[...ownInputs].join("|")})":`);

/** Requests must contain only fields of the platform. */
export function sentOwn(begun: readonly Begun[]): string[] {
  return begun.flatMap(({ title, method, path, body = "" }) => {
    const [, name] = ownInput.exec(body) ?? [];
    return name === undefined ? [] : [`UNKNOWN FIELD: ${title} has sent ${name} with ${method} ${path}`];
  });
}

/** Neither the API key nor a declared secret may be in a text, a file or a state. */
function secrets({ apiKeys, machines, backend }: World, { runs }: Checked): string[] {
  const texts = runs.map(({ output }): [string, string] => ["an output", output]);
  for (const { name, disk } of machines)
    for (const [path, { text }] of disk.files) texts.push([`${path} on ${name}`, text]);
  for (const { name, checkpoint } of backend.stacks.values())
    texts.push([`the state of ${name}`, JSON.stringify(encrypted(checkpoint?.resources ?? []))]);
  return texts.flatMap(([place, text]) => [
    ...(apiKeys.some((key) => text.includes(key)) ? [`SECRET: the API key is in ${place}`] : []),
    ...(text.includes(secretValue) ? [`SECRET: the value of a secret is in ${place}`] : []),
  ]);
}
