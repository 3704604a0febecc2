import type { BehaviorSettings } from "../../../emulator/behaviors/settings.ts";
import { keyOf } from "../../../emulator/kubernetes/records.ts";
import type { Random } from "../../cluster/random.ts";
import { addOf, changeProgram, copyOf, firstProgram, some } from "../../lifecycles/changes.ts";
import { createFault, createFaults, otherFault, wrongNotFound } from "../../ownership/faults.ts";
import { type Declared, minThreshold } from "../../ownership/kinds.ts";
import type { Live } from "../../ownership/objects.ts";
import { programText } from "../../ownership/program-text.ts";
import { keepSetsWhole, pathOf, variantOfPath } from "../../ownership/rule-sets.ts";
import { declarationOf, ownersOf, type StackModel } from "../../ownership/scene.ts";
import type { Kill, Life, Options } from "./life.ts";
import { changeSets } from "./sets.ts";

/** The possible operations of a life with their weights. */
const operations = {
  up: [26, (life) => upOf(life)],
  "up with faults": [18, (life) => upOf(life, { hasFaults: true })],
  "up that is killed": [22, (life) => upOf(life, { isKilled: true })],
  "up that is killed, with faults": [8, (life) => upOf(life, { isKilled: true, hasFaults: true })],
  refresh: [7, (life) => plain(life, "refresh")],
  destroy: [4, (life) => plain(life, "destroy")],
  "destroy that is killed": [3, (life) => plain(life, "destroy", true)],
  "new stack": [14, newStack],
  "stack rename": [7, renameStack],
  "state rename": [6, renameState],
  replace: [6, replace],
  taint: [4, taint],
  "both at once": [20, both],
  "somebody else": [4, somebodyElse],
  // Occurs only in some lives: see `varied`.
  drift: [0, drift],
  "other account": [0, otherAccount],
} as const satisfies Record<string, readonly [number, (life: Life) => Promise<void> | void]>;

export type OperationName = keyof typeof operations;

/** One step of a life: its operation, the seed of all random decisions in it, and how its commands run. */
export type Step = readonly [operation: OperationName, seed: number, options?: Options];

const names = Object.keys(operations) as OperationName[];
const sum = names.reduce((total, name) => total + operations[name][0], 0);

/** The steps of a life, generated from its seed. */
export function stepsOf(random: Random, length: number): Step[] {
  const seedOf = () => random.between(0, 2 ** 31 - 1);
  return [["new stack", seedOf()], ...Array.from({ length }, (): Step => [pick(random), seedOf()])];
}

function pick(random: Random): OperationName {
  let left = random.next() * sum;
  for (const name of names) {
    left -= operations[name][0];
    if (left < 0) return name;
  }
  return "up";
}

/** Gives some steps options that change how they run. */
export function optioned(steps: readonly Step[], random: Random): Step[] {
  return steps.map(([operation, seed]): Step => {
    const chance = random.next();
    if (chance < 0.05) return [operation, seed, { savesAtEnd: true }];
    if (chance < 0.1) return [operation, seed, { repeats: random.between(1, 2) }];
    if (chance < 0.17) return [operation, seed, { imports: true }];
    return [operation, seed];
  });
}

/** How long reads may be stale after a write. All are shorter than the provider's waiting time (`ambiguityTimeoutSeconds`). */
const lags: readonly [BehaviorSettings, ...BehaviorSettings[]] = [
  { staleSeconds: 5 },
  { staleSeconds: 30 },
  { staleSeconds: 20, staleOrder: "alternating" },
  { listDelay: 30 },
  { visibilityDelay: 20 },
];

/**
 * Adds what happens only in some lives, but then more often: changes by others, targeted commands, faults in every command, stale
 * reads. A life with all of them would explore each one less.
 */
export function varied(steps: readonly Step[], random: Random): Step[] {
  const [drifts, targets, faults, lag] = [0.35, 0.25, 0.25, 0.25].map((chance) => random.next() < chance);
  const behaviors = random.pick(lags);
  return steps.flatMap(([operation, seed, given], index): Step[] => {
    const chances = [random.next(), random.next(), random.next()] as const;
    const options: Options = {
      ...given,
      ...(targets === true && chances[0] < 0.3 && index > 0 && { isTargeted: true }),
      ...(faults === true && chances[1] < 0.5 && { hasFaults: true }),
      ...(lag === true && index === 0 && { behaviors }),
    };
    const step: Step = Object.keys(options).length === 0 ? [operation, seed] : [operation, seed, options];
    return drifts === true && chances[2] < 0.3 ? [step, ["drift", random.between(0, 2 ** 31 - 1)]] : [step];
  });
}

/** Half of the imports are of an object that nobody has, whose settings the program may declare differently. */
export function imprecise(steps: readonly Step[], random: Random): Step[] {
  return steps.map(([operation, seed, options]): Step => {
    if (options === undefined) return [operation, seed];
    const isDiffering = options.imports === true && random.next() < 0.5;
    return [operation, seed, isDiffering ? { ...options, imports: "differing" } : options];
  });
}

/**
 * In some of the lives with stale reads, polls follow each other faster than reads catch up: a read after the end of a task may
 * show the cluster as it was before.
 */
export function attentive([first, ...others]: readonly Step[], random: Random): Step[] {
  if (first === undefined) return [];
  const [operation, seed, options] = first;
  if (options?.behaviors === undefined || random.next() >= 0.4) return [first, ...others];
  return [[operation, seed, { ...options, pollSeconds: 10 }], ...others];
}

/** In some lives, the settings of a command point to another account. */
export function misdirected(steps: readonly Step[], random: Random): Step[] {
  if (random.next() >= 0.25) return [...steps];
  return steps.flatMap((step): Step[] =>
    random.next() < 0.25 ? [step, ["other account", random.between(0, 2 ** 31 - 1)]] : [step],
  );
}

export function perform(life: Life, [operation]: Step): Promise<void> | void {
  return operations[operation][1](life);
}

function freeName(life: Life): string {
  const taken = life.stacks.map(({ name }) => name);
  return ["dev", "prod", "test"].find((name) => !taken.includes(name)) ?? "other";
}

/** A new stack with a free name, often one that another stack had before. */
async function newStack(life: Life): Promise<void> {
  if (life.stacks.length === 2) return;
  const name = freeName(life);
  const [other] = life.stacks;
  // A new environment often begins with a copy of the other stack's program.
  const desired = other !== undefined && life.random.next() < 0.6 ? copyOf(other.desired) : firstProgram(life.random);
  for (const one of desired) {
    delete one.adopt;
    delete one.mayBeSecond;
  }
  addBeside(life, desired);
  serve(life, desired);
  const stack = { name, desired };
  life.begin(stack);
  life.say(`new stack ${name}, up: ${programText(desired)}`);
  await life.step([{ stack, verb: "up", previews: life.random.next() < 0.3 }]);
}

/** In some lives, programs also have secrets, thresholds or rule sets. */
function addBeside({ options, random }: Life, desired: Declared[]): string[] {
  const may = [
    options.hasSecrets === true && ("secret" as const),
    options.hasThresholds === true && ("threshold" as const),
  ];
  const done = may.flatMap((kind) =>
    kind !== false && random.next() < 0.5 ? (addOf(kind, desired, random) ?? []) : [],
  );
  return options.hasSets === true ? [...done, ...changeSets(desired, random)] : done;
}

/** Allows each step of some lives to add resources of a kind that most lives lack. */
export function withSome(
  option: "hasSecrets" | "hasThresholds" | "hasSets",
  steps: readonly Step[],
  random: Random,
): Step[] {
  if (random.next() >= 0.35) return [...steps];
  return steps.map(([operation, seed, options]): Step => [operation, seed, { ...options, [option]: true }]);
}

/** Assigns providers to resources. Sometimes a program moves a resource to the other provider. */
function serve(life: Life, desired: Declared[]): void {
  if (life.options.sharesThresholds !== true) leaveThresholds(life, desired);
  const { random } = life;
  for (const one of desired)
    if (one.provider === undefined || random.next() < 0.05) one.provider = random.pick(["dynamic", "native"]);
  keepSetsWhole(desired);
}

/**
 * Removes thresholds that another stack manages. A client has only one threshold, which a provider cannot distinguish from one
 * that another stack has set. A person therefore declares it in one stack, and in another one only after the first has removed
 * it.
 */
function leaveThresholds(life: Life, desired: Declared[]): void {
  const others = life.stacks.filter((one) => one.desired !== desired);
  const taken = others.flatMap((one) => [
    ...one.desired.filter(({ kind }) => kind === "threshold").map(({ name }) => name),
    ...(life.scene().entries.get(one) ?? []).filter(({ kind }) => kind === "threshold").map(({ id }) => id),
  ]);
  for (const one of desired.filter(({ kind, name }) => kind === "threshold" && taken.includes(name)))
    desired.splice(desired.indexOf(one), 1);
}

async function upOf(life: Life, { isKilled = false, hasFaults = false } = {}): Promise<void> {
  const stack = life.stack();
  if (stack === undefined) return;
  const { random } = life;
  const changes = `${change(life, stack, isKilled ? 0.1 : 0.3)}${life.options.imports ? importAny(life, stack) : ""}`;
  // A single wrong "not found" in the platform's own format is believed, and a refresh acts on it.
  const refreshes = random.next() < 0.12;
  const faults = hasFaults ? ` with ${addFaults(life, life.toCreate(stack), { mayDeny: !refreshes })}` : "";
  const kill = isKilled ? killOf(random) : undefined;
  const previews = random.next() < 0.25;
  const how = `${refreshes ? " --refresh" : ""}${previews ? "" : " --skip-preview"}`;
  life.say(
    `up ${stack.name}${how}${faults}${kill === undefined ? "" : `, killed: ${JSON.stringify(kill)}`}: ${changes}`,
  );
  await life.step([{ stack, verb: "up", refreshes, previews, kill }]);
}

/** When a command is killed: at any event. Most commands have between ten and a few hundred. */
function killOf(random: Random): Kill {
  const afterEvents = Math.floor(2 ** (random.next() * 9));
  return { afterEvents, what: random.pick(["all", "all", "all", "engine", "provider", "interrupt"]) };
}

/** Changes the program of a stack and returns the changes as text. Sometimes people only run it again, mostly after a failure. */
function change(life: Life, stack: StackModel, again: number): string {
  if (life.random.next() < again) return `again, ${programText(stack.desired)}`;
  const held = (life.scene().entries.get(stack) ?? []).map(({ logical }) => logical);
  const done = [...changeProgram(stack.desired, life.random, held), ...addBeside(life, stack.desired)];
  serve(life, stack.desired);
  return `${done.join(", ")} → ${programText(stack.desired)}`;
}

/** Lets a resource that would be created import an object instead. */
function importAny(life: Life, stack: StackModel): string {
  const { random } = life;
  const scene = life.scene();
  const isDiffering = life.options.imports === "differing";
  const objects = [...scene.live.values()]
    .filter(({ name }) => /^(alpha|beta|10[12]$)/.test(name))
    .filter(({ key }) => !isDiffering || ownersOf(scene, key).length === 0);
  const live = objects[random.between(0, objects.length - 1)];
  const held = scene.entries.get(stack) ?? [];
  const wanted = stack.desired.find(
    (one) => one.kind === live?.kind && held.every((entry) => declarationOf([one], entry, held) === undefined),
  );
  if (live === undefined || wanted === undefined) return "";
  const { id: adopt, name, variant } = live;
  Object.assign(wanted, { adopt, name, ...(!isDiffering && { variant }) });
  return `, ${wanted.logical} imports ${live.key}`;
}

function addFaults(life: Life, among: readonly Declared[], { mayDeny = true } = {}): string {
  const { random, world } = life;
  const chance = random.next();
  if (chance < 0.25) {
    const disturbance = random.pick(["repeated", "silent"] as const);
    const before = Array.from({ length: random.between(0, 2) }, () => undefined);
    world.network.plan([...before, disturbance]);
    return `request ${before.length + 1} that changes something ${disturbance}`;
  }
  const kind = some(among, random, () => true)?.kind ?? "rule";
  const name = random.pick(createFaults);
  const specs =
    chance < 0.7
      ? createFault(name, kind, random, 10)
      : chance < 0.85
        ? otherFault(random)
        : chance < 0.93 || !mayDeny
          ? foreignNotFound(random)
          : wrongNotFound(kind);
  for (const spec of specs) world.platform.faults.add(spec);
  return specs.map((spec) => JSON.stringify(spec)).join(" + ");
}

/** A "not found" response of a gateway, in its own format. */
function foreignNotFound(random: Random): Parameters<Life["world"]["platform"]["faults"]["add"]>[0][] {
  const method = random.pick(["GET", "DELETE"] as const);
  const form = random.pick(["text", "html", "json"] as never) as "text";
  return [{ name: "foreign", probability: 1, seed: 1, method, status: 404, form, count: random.between(1, 6) }];
}

async function plain(life: Life, verb: "refresh" | "destroy", isKilled = false): Promise<void> {
  const stack = life.stack();
  if (stack === undefined) return;
  const kill = isKilled ? killOf(life.random) : undefined;
  const faults = life.options.hasFaults === true ? ` with ${addFaults(life, stack.desired, { mayDeny: false })}` : "";
  life.say(`${verb} ${stack.name}${faults}${kill === undefined ? "" : `, killed: ${JSON.stringify(kill)}`}`);
  await life.step([{ stack, verb, kill }]);
}

/** A command with the key of another account. The person then corrects the key. */
async function otherAccount(life: Life): Promise<void> {
  const stack = life.stack();
  const entries = (stack && life.scene().entries.get(stack)) ?? [];
  // What an interrupted replacement has deleted needs no provider to leave the state.
  if (stack === undefined || entries.every(({ isOld }) => isOld) || entries.some(({ isReplacing }) => isReplacing))
    return;
  const { random } = life;
  const verb = random.pick(["up", "up", "refresh", "destroy"] as const);
  const changes = verb === "up" ? `: ${change(life, stack, 0.5)}` : "";
  const [refreshes, previews] = [random.next() < 0.25, random.next() < 0.5];
  life.say(`${verb} ${stack.name} with the key of another account${changes}`);
  await life.stepInOtherAccount({ stack, verb, refreshes: verb === "up" && refreshes, previews });
}

function renameStack(life: Life): void {
  const stack = life.stack();
  if (stack === undefined) return;
  const name = freeName(life);
  life.say(`stack rename ${stack.name} to ${name}`);
  life.edit(stack, () => {
    life.world.backend.rename(stack.name, name);
    life.renamed.add(stack);
    stack.name = name;
  });
}

/** Renames a resource in state. The program is usually changed accordingly, but not always. */
function renameState(life: Life): void {
  const stack = life.stack();
  const entry = stack && life.entryOf(stack);
  if (stack === undefined || entry === undefined) return;
  const logical = `${entry.kind}-renamed`;
  const taken = [...(life.scene().entries.get(stack) ?? []), ...stack.desired];
  if (taken.some((other) => other.logical === logical)) return;
  const wanted = stack.desired.find((one) => one.kind === entry.kind && one.logical === entry.logical);
  const follows = life.random.next() < 0.7;
  life.say(`state rename ${stack.name}/${entry.logical} to ${logical}${follows ? ", and in the program" : ""}`);
  life.edit(stack, () => {
    life.world.backend.renameResource(stack.name, entry.urn, logical);
    if (wanted !== undefined && follows) Object.assign(wanted, { logical, aliases: undefined });
  });
}

async function replace(life: Life): Promise<void> {
  const stack = life.stack();
  const entry = stack && life.entryOf(stack);
  const wanted = stack?.desired.find(({ kind, logical }) => kind === entry?.kind && logical === entry.logical);
  if (stack === undefined || entry === undefined || wanted === undefined) return;
  wanted.provider = entry.provider;
  const faults = life.random.next() < 0.3 ? ` with ${addFaults(life, [wanted])}` : "";
  const kill = life.random.next() < 0.3 ? killOf(life.random) : undefined;
  const end = kill === undefined ? "" : `, killed: ${JSON.stringify(kill)}`;
  life.say(`up ${stack.name} --replace ${entry.logical}${faults}${end}`);
  await life.step([{ stack, verb: "up", replaced: [entry.logical], kill }]);
}

async function taint(life: Life): Promise<void> {
  const stack = life.stack();
  const entry = stack && life.entryOf(stack);
  if (stack === undefined || entry === undefined) return;
  life.say(`state taint ${entry.logical}, up ${stack.name}`);
  life.edit(stack, () => {
    life.world.backend.taint(stack.name, entry.urn);
    life.taint(stack, entry.logical);
  });
  await life.step([{ stack, verb: "up" }]);
}

/** An `up` of both stacks at once, often with a lost request of one of them. */
async function both(life: Life): Promise<void> {
  const [one, two] = life.stacks;
  if (one === undefined || two === undefined) return;
  const changes = [`${one.name}: ${change(life, one, 0.3)}`, `${two.name}: ${change(life, two, 0.3)}`];
  const faults = life.random.next() < 0.7 ? ` with ${addFaults(life, life.toCreate(one))}` : "";
  // People run without checkpoints only while no other stack creates objects with the same content: see docs/interrupted-runs.md.
  const areAlike = life
    .toCreate(one)
    .some(({ kind, name }) => life.toCreate(two).some((other) => other.kind === kind && other.name === name));
  if (areAlike) life.options = { ...life.options, savesAtEnd: false };
  life.say(`up of both at once${faults}: ${changes.join(" | ")}`);
  await life.step([one, two].map((stack) => ({ stack, verb: "up" })));
}

/** Somebody else creates an object with a name that the stacks use. */
async function somebodyElse(life: Life): Promise<void> {
  const { store } = life.world.platform;
  const name = life.random.pick(["alpha", "beta"]);
  const { ruleTemplates } = store;
  const [like] = ruleTemplates.all();
  if (like === undefined) return;
  const id = ruleTemplates.nextId();
  // The platform's own templates cannot be imported, and no search takes them for lost ones.
  const settings = { name, rule: `/${name}`, ruleType: 0, weight: 11, options: {}, default: false };
  const put = () => ruleTemplates.put(id, { ...like, id, ...settings } as typeof like);
  life.elsewhere(put);
  await life.shown();
  life.say(`somebody else creates a rule template "${name}"`);
}

/** Somebody else changes or deletes an object, whether it belongs to a stack or not. */
async function drift(life: Life): Promise<void> {
  const { random } = life;
  const objects = [...life.scene().live.values()].filter(({ name }) => /^(alpha|beta|10[12]$)/.test(name));
  const live = objects[random.between(0, objects.length - 1)];
  if (live === undefined) return;
  const how = random.pick(["changed", "changed", "given more", "deleted", "replaced"] as const);
  const change = changesOf(life, live)[how];
  if (change === undefined) return;
  life.drift(live, change);
  life.say(`somebody else: ${live.key} (${live.shape}) is ${how}`);
  await life.shown();
}

type Change = (() => void) | undefined;

/** The changes that others can make to an object: of what programs declare, of what they do not declare, and its deletion. */
function changesOf(
  { random, world }: Life,
  { key }: Live,
): Record<"changed" | "given more" | "deleted" | "replaced", Change> {
  const { ruleTemplates, appTemplates, reservations, clusters, secrets, thresholds } = world.platform.store;
  const id = Number(key.split(":")[1]);
  const variant = random.between(1, 3);
  const none = { changed: undefined, "given more": undefined, deleted: undefined, replaced: undefined };
  const rule = key.startsWith("rule:") ? ruleTemplates.get(id) : undefined;
  const app = key.startsWith("app:") ? appTemplates.get(id) : undefined;
  const cluster = clusters.all().find((one) => key === `cluster:${one.id}`);
  if (rule !== undefined)
    return {
      changed: () => {
        const isOfSet = variantOfPath(rule.rule) !== undefined;
        const change = isOfSet ? { rule: pathOf({ name: rule.name ?? "", variant }) } : { weight: 10 + variant };
        ruleTemplates.put(id, { ...rule, ...change });
      },
      "given more": () => ruleTemplates.put(id, { ...rule, options: { gzipOn: { enabled: true, value: true } } }),
      deleted: () => ruleTemplates.delete(id),
      replaced: () => {
        ruleTemplates.delete(id);
        const next = ruleTemplates.nextId();
        ruleTemplates.put(next, { ...rule, id: next });
      },
    };
  if (app !== undefined)
    return {
      changed: () => appTemplates.put(id, { ...app, short_descr: `Version ${variant}` }),
      "given more": () => appTemplates.put(id, { ...app, long_descr: `Kept ${variant}` }),
      deleted: () => appTemplates.delete(id),
      replaced: undefined,
    };
  const secret = key.startsWith("secret:") ? secrets.get(id) : undefined;
  if (secret !== undefined)
    return {
      ...none,
      changed: () => secrets.put(id, { ...secret, comment: `Version ${variant}` }),
      deleted: () => secrets.delete(id),
    };
  const threshold = key.startsWith("threshold:") ? thresholds.get(id) : undefined;
  // A threshold that was reset is indistinguishable from one that was never set.
  if (threshold !== undefined)
    return { ...none, changed: () => thresholds.put(id, { ...threshold, threshold: minThreshold + variant }) };
  if (key.startsWith("reservation:")) return { ...none, deleted: () => reservations.delete(id) };
  // Nobody can change a cluster while a task is running.
  if (cluster === undefined || typeof cluster.task_id === "string") return none;
  const [pool, ...others] = cluster.pools;
  return {
    ...none,
    changed:
      pool &&
      (() =>
        clusters.put(keyOf(cluster), { ...cluster, pools: [{ ...pool, labels: { tier: `t${variant}` } }, ...others] })),
    deleted: () => clusters.delete(keyOf(cluster)),
    replaced: () =>
      clusters.put(keyOf(cluster), { ...cluster, id: `${cluster.id.slice(0, -1)}f`, creator_task_id: null }),
  };
}
