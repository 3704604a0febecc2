import { type Declared, isReplacedByName, isUnique } from "./kinds.ts";
import { type Live, shapeOf } from "./objects.ts";
import { isOfSet, resourceName } from "./rule-sets.ts";
import {
  type Action,
  declarationOf,
  type Orphan,
  type Owner,
  ownersOf,
  remindsOf,
  type Scene,
  type StackModel,
  tellsOf,
  warnsOf,
} from "./scene.ts";
import type { Entry } from "./state.ts";

/** What a command has requested, or may have. */
interface Request extends Pick<Orphan, "stacks" | "names" | "logicals"> {
  kind: Live["kind"];
  shape: string;
}

/** Checks after each step that every object belongs to one resource. Keeps track of objects that are in no state. */
export class Verdict {
  /** Objects that are in no state, by key. */
  readonly orphans = new Map<string, Orphan>();
  /** Number of stops that named an object. */
  refusals = 0;
  /** Objects that somebody else has changed, by key, until their stack reads them. */
  readonly #drifted = new Map<string, { from: Live; to: Live; mayBeRead: boolean }>();
  /** Deleted objects, with the machines that have deleted them. Reads on other machines may still show the object. */
  readonly #gone = new Map<string, { live: Live; knownOn: ReadonlySet<string | undefined>; isWanted: boolean }>();
  /** Requests of commands that did not end, whatever came of them: until the resource has an object, it is searched for. */
  #requests: Request[] = [];
  /** The requests that ask for the same as an object of others, which was created later: nobody can distinguish the two. */
  readonly #twins = new Map<string, readonly Request[]>();
  #last: ReadonlyMap<string, Live>;
  /** Number of objects that were reported only by the engine's warning of an interrupted creation. */
  warnedOnly = 0;
  /** Number of objects that a refresh or destroy could not know about. */
  untold = 0;

  /** @param live The objects that were on the platform before the first step. */
  constructor(live: ReadonlyMap<string, Live>) {
    this.#last = live;
    for (const one of live.values()) this.addStranger(one);
  }

  addStranger({ key, kind, shape }: Live): void {
    this.orphans.set(key, { stacks: [], names: [], logicals: new Set(), isNamed: true });
    this.#twins.set(
      key,
      this.#requests.filter((one) => one.kind === kind && one.shape === shape),
    );
  }

  /** The requests that may have created an object in no state, as far as a provider can know. */
  #requestsOf(key: string, before: Scene): Pick<Orphan, "stacks" | "names" | "logicals">[] {
    const own = [...this.orphans].filter(([other, { stacks }]) => stacks.length > 0 && before.live.has(other));
    const hasObject = ({ kind, logicals }: Request) =>
      own.some(
        ([other, orphan]) =>
          before.live.get(other)?.kind === kind && [...logicals].some((name) => orphan.logicals.has(name)),
      );
    const twins = (this.#twins.get(key) ?? []).filter((one) => !hasObject(one));
    return [this.orphans.get(key), ...twins].filter((one) => one !== undefined);
  }

  /** Records that somebody else has changed an object. */
  noteDrift(before: Live, to: Live): void {
    // Setting the same value again is not a change.
    if (!isUnlike(before, to)) return;
    const from = this.#drifted.get(to.key)?.from ?? before;
    if (isUnlike(from, to)) this.#drifted.set(to.key, { from, to, mayBeRead: false });
    else this.#drifted.delete(to.key);
  }

  /** The errors after a step. */
  check(before: Scene, after: Scene, actions: readonly Action[]): string[] {
    this.#noteGone({ ...before, live: this.#last }, before, []);
    this.#noteGone(before, after, actions);
    this.#last = after.live;
    const wrong = [
      ...this.#twice(after),
      ...this.#touched(before, after, actions),
      ...this.#arrived(before, after, actions),
      ...this.#taken(before, after, actions),
      ...this.#forgotten(before, after, actions),
      ...this.#overwritten(before, after, actions),
    ];
    for (const action of actions) {
      wrong.push(...this.#lost(before, after, action));
      if (action.code === 0)
        wrong.push(...this.#complete(before, after, action), ...this.#silent(before, after, action));
      else if (action.code !== null) wrong.push(...this.#unclear(before, after, action));
    }
    for (const [key, orphan] of this.orphans) {
      const live = after.live.get(key);
      if (live !== undefined && actions.some(({ output }) => tellsOf(output, live))) orphan.isNamed = true;
      orphan.isReminded ||= actions.some(
        ({ stack, output }) => orphan.stacks.includes(stack) && remindsOf(output, orphan.logicals),
      );
    }
    for (const [key, drift] of this.#drifted) {
      // A refresh reads what is in state before the update, where a resource may have another name.
      const readers = readersOf(ownersOf(before, key), actions);
      const now = after.live.get(key);
      // The program may declare the same value that somebody else has set.
      const isInState = ownersOf(after, key).some(({ entry }) => entry.shape === drift.to.shape);
      if (now === undefined || isUnlike(now, drift.to) || isInState || readers.some(({ code }) => code === 0))
        this.#drifted.delete(key);
      // A failed command may have read the object.
      drift.mayBeRead ||= readers.length > 0 || refreshersOf(ownersOf(before, key), actions).length > 0;
    }
    for (const { stack, code } of actions) if (code !== 0) this.#noteUnsaved(before, after, stack);
    for (const key of this.orphans.keys())
      if (!after.live.has(key) || ownersOf(after, key).length > 0) this.orphans.delete(key);
    this.#noteRequests(after, actions);
    return wrong;
  }

  #noteRequests(after: Scene, actions: readonly Action[]): void {
    for (const action of actions)
      if (action.verb === "up" && (action.code === null || (action.faulted && action.code !== 0)))
        for (const wanted of action.stack.desired.filter((one) => isTargeted(action, one))) {
          const logicals = new Set([wanted.logical, ...(wanted.aliases ?? [])]);
          this.#requests.push({ ...orphanOf([action.stack]), kind: wanted.kind, shape: shapeOf(wanted), logicals });
        }
    this.#requests = this.#requests.filter(({ kind, logicals, stacks }) =>
      stacks
        .flatMap((stack) => after.entries.get(stack) ?? [])
        .every((entry) => entry.kind !== kind || !logicals.has(entry.logical)),
    );
  }

  /** Records what a failed command has changed without saving it. The stack may know the new value from the failed request. */
  #noteUnsaved(before: Scene, after: Scene, stack: StackModel): void {
    for (const { key = "", shape } of after.entries.get(stack) ?? []) {
      const [from, to] = [before.live.get(key), after.live.get(key)];
      if (from === undefined || to === undefined || to.shape === shape) continue;
      if (isUnlike(from, to)) this.#drifted.set(key, { from, to, mayBeRead: true });
    }
  }

  #noteGone(before: Scene, after: Scene, actions: readonly Action[]): void {
    for (const [key, live] of before.live) {
      if (after.live.has(key)) continue;
      const owners = ownersOf(before, key);
      const own = actions.filter((action) => owners.some(({ stack }) => stack === action.stack));
      const knownOn = new Set(own.filter(({ code }) => code === 0).map(({ machine }) => machine));
      this.#gone.set(key, { live, knownOn, isWanted: own.some((one) => !declares(one, live)) });
    }
  }

  /** Every object must be in at most one state. */
  #twice(after: Scene): string[] {
    return [...after.live.keys()].flatMap((key) => {
      const owners = ownersOf(after, key).filter((owner, _, all) => !isLeft(owner, all));
      return owners.length > 1 ? [`TWO OWNERS: ${key} is held by ${owners.map(ownerText).join(" and ")}`] : [];
    });
  }

  /** An object may be changed or deleted only by its owner, and only if the owner's program requires it. */
  #touched(before: Scene, after: Scene, actions: readonly Action[]): string[] {
    return [...before.live.values()].flatMap((old) => {
      const now = after.live.get(old.key);
      if (now?.print === old.print) return [];
      const owners = ownersOf(before, old.key);
      const may = actions.some((action) =>
        owners.length === 0
          ? this.#mayTouchOrphan(old, now, action, before)
          : owners.some(({ stack, entry }) => stack === action.stack && mayTouch(before, entry, old, now, action)),
      );
      if (may) return [];
      const whose = owners.length === 0 ? "nobody's state" : owners.map(ownerText).join(" and ");
      return [`${now === undefined ? "DELETED" : "CHANGED"}: ${old.key} (${old.shape}), of ${whose}`];
    });
  }

  #mayTouchOrphan(old: Live, now: Live | undefined, { stack }: Action, before: Scene): boolean {
    const requests = this.#requestsOf(old.key, before);
    return stack.desired.some((wanted) => {
      if (wanted.kind !== old.kind) return false;
      // An unfinished object may be finished, deleted, or changed to the current program by the resource that requested it.
      const isOwn = requests.some((one) => mayBeOf(one, stack) && isCandidate(one, wanted));
      if (now === undefined) return isOwn && old.kind === "cluster";
      return (isOwn || wanted.adopt === old.id) && now.shape === shapeOf(wanted);
    });
  }

  /** A created object must be declared by a program, and must be in state or reported by the command. */
  #arrived(before: Scene, after: Scene, actions: readonly Action[]): string[] {
    return [...after.live.values()].flatMap((live) => {
      if (before.live.has(live.key) || this.orphans.has(live.key)) return [];
      const makers = actions.filter((action) => candidatesFor(live, before, action).length > 0);
      if (makers.length === 0) return [`UNASKED: ${live.key} (${live.shape}) was created, and nobody declares it`];
      if (ownersOf(after, live.key).length > 0) return [];
      const logicals = new Set(makers.flatMap((action) => candidatesFor(live, before, action)));
      const isNamed = makers.some(({ output }) => tellsOf(output, live));
      const stacks = makers.map(({ stack }) => stack);
      this.orphans.set(live.key, { ...orphanOf(stacks), logicals, isNamed });
      if (makers.every(({ code }) => code === 0))
        return [`LEFT BEHIND: ${live.key} (${live.shape}) was created, exit code 0, and is in no state`];
      const isReported = isNamed || makers.some(({ output }) => remindsOf(output, logicals));
      if (!isReported && makers.every(({ code }) => code !== null))
        return [`NOT NAMED: ${live.key} (${live.shape}) was created, and the failed command does not name it`];
      return [];
    });
  }

  /** An object may pass to another resource only by an alias, a rename in the state or the option `import`. */
  #taken(before: Scene, after: Scene, actions: readonly Action[]): string[] {
    // A rename in the state is the user's way to assign the object to another name.
    const running = actions.filter(({ verb }) => verb !== "other");
    return running.flatMap(({ stack }) =>
      (after.entries.get(stack) ?? []).flatMap((entry) => {
        const live = entry.key === undefined ? undefined : after.live.get(entry.key);
        if (live === undefined) return [];
        const wanted = stack.desired.find(({ kind, logical }) => kind === entry.kind && logical === entry.logical);
        const previous = ownersOf(before, live.key);
        // After one resource has reset a threshold, another one may set it.
        if (live.kind === "threshold" && ownersOf(after, live.key).length === 1) return [];
        if (previous.some((one) => one.stack === stack && isSame(one.entry, entry, wanted))) return [];
        const isLetGo =
          wanted !== undefined && previous.every((one) => one.stack === stack && takerOf(one.entry, stack) === wanted);
        if (previous.length > 0 && !isLetGo)
          return [
            `TAKEN OVER: ${live.key} of ${previous.map(ownerText).join(" and ")} by ${ownerText({ stack, entry })}`,
          ];
        if (!before.live.has(live.key) || wanted?.adopt === live.id) return [];
        const own = this.#requestsOf(live.key, before).some(
          (orphan) => mayBeOf(orphan, stack) && (wanted === undefined || isCandidate(orphan, wanted)),
        );
        return own ? [] : [`TAKEN OVER: ${live.key} (${live.shape}), not its own, by ${ownerText({ stack, entry })}`];
      }),
    );
  }

  /** What somebody else has set must stay until the stack has read it and a preview has shown its replacement. */
  #overwritten(before: Scene, after: Scene, actions: readonly Action[]): string[] {
    return [...before.live.values()].flatMap((old) => {
      const now = after.live.get(old.key);
      const drift = this.#drifted.get(old.key);
      if (now === undefined || drift === undefined || drift.mayBeRead) return [];
      const owners = ownersOf(before, old.key);
      const isRead =
        refreshersOf(owners, actions).length > 0 ||
        owners.some((owner) => owner.entry.isImported || isReset(before, old, owner, actions)) ||
        // A forced replacement deletes what others have set, and a threshold is the same object afterwards.
        owners.some(({ stack, entry }) =>
          actions.some((one) => one.stack === stack && one.replaced.includes(entry.logical)),
        ) ||
        actions.some(({ stack }) => stack.desired.some(({ kind, adopt }) => kind === old.kind && adopt === old.id));
      const lost = settable.filter((part) => drift.from[part] !== drift.to[part] && now[part] !== drift.to[part]);
      return isRead || lost.length === 0
        ? []
        : [`OVERWRITTEN: ${old.key} (${old.shape}, ${old.rest}) is ${now.shape}, ${now.rest}, and nobody has read it`];
    });
  }

  /** An object that disappears from a state must be deleted, held by another resource, or named by the command. */
  #forgotten(before: Scene, after: Scene, actions: readonly Action[]): string[] {
    return [...after.live.values()].flatMap((live) => {
      const owners = ownersOf(before, live.key);
      const ownActions = actions.filter(
        ({ verb, stack }) => verb !== "other" && owners.some((one) => one.stack === stack),
      );
      if (ownActions.length === 0 || ownersOf(after, live.key).length > 0) return [];
      const logicals = new Set(owners.map(({ entry }) => entry.logical));
      // A killed replacement of a threshold has reset it, and another resource has set it, which is an interrupted creation.
      const setters = live.kind === "threshold" ? ownActions.flatMap((action) => settersOf(live, action)) : [];
      for (const { logical } of setters) logicals.add(logical);
      const isNamed = ownActions.some(({ output }) => tellsOf(output, live));
      this.orphans.set(live.key, { ...orphanOf(ownActions.map(({ stack }) => stack)), logicals, isNamed });
      // A killed replacement of a threshold has reset it and set it again, which is an interrupted creation.
      const isMadeAgain =
        live.kind === "threshold" &&
        ownActions.every(
          ({ code, replaced }) => code === null && [...logicals].some((name) => replaced.includes(name)),
        );
      return isNamed || isMadeAgain || setters.length > 0
        ? []
        : [`FORGOTTEN: ${live.key} (${live.shape}) of ${owners.map(ownerText)} is in no state any more`];
    });
  }

  /** The objects in a state must exist, except if a command was interrupted while deleting them, until the next refresh. */
  #lost(before: Scene, after: Scene, action: Action): string[] {
    const { stack, code, verb, machine } = action;
    return (after.entries.get(stack) ?? []).flatMap((entry) => {
      const isRead = verb === "refresh" && isTargeted(action, entry);
      if (entry.key === undefined || after.live.has(entry.key)) return [];
      const interrupted = code !== 0 && before.live.has(entry.key);
      // A refresh stops at another object of the same name, and names it. It does not read a resource that only awaits deletion.
      // A threshold that an interrupted deletion has reset stays in state: every client has one.
      const isReset = entry.kind === "threshold" && this.#gone.get(entry.key)?.isWanted === true;
      const known = (!isRead || code !== 0 || entry.isOld || isReset) && isDead(before, entry.key);
      // An import may read an object that another machine has just deleted.
      const isImported = stack.desired.some(({ adopt }) => adopt === entry.id);
      const isShown = isImported && this.#gone.get(entry.key)?.knownOn.has(machine) === false;
      return interrupted || known || isShown || code === null
        ? []
        : [`DEAD: ${ownerText({ stack, entry })} holds ${entry.key}, which does not exist`];
    });
  }

  /** What a successful command must have achieved. */
  #complete(before: Scene, after: Scene, action: Action): string[] {
    const { stack, verb, replaced, targets } = action;
    const entries = after.entries.get(stack) ?? [];
    if (verb === "destroy")
      return entries
        .filter((entry) => isTargeted(action, entry))
        .map((entry) => `NOT DESTROYED: ${ownerText({ stack, entry })}`);
    if (verb !== "up") return [];
    const wrong: string[] = [];
    const earlier = before.entries.get(stack) ?? [];
    // A targeted command leaves the old object of a replacement that had another URN, under another name or provider: it is no target.
    const isLeft = (one: Entry) =>
      targets !== undefined && one.isOld && earlier.some(({ key, urn }) => key === one.key && urn !== one.urn);
    for (const wanted of stack.desired.filter((one) => isTargeted(action, one))) {
      const own = entries.filter((one) => one.kind === wanted.kind && one.logical === wanted.logical && !isLeft(one));
      const live = own[0]?.key === undefined ? undefined : after.live.get(own[0].key);
      if (own[0]?.key !== undefined && isDead(before, own[0].key)) continue;
      // A stale read has shown an object that another machine has deleted: see #lost.
      if (own[0] !== undefined && live === undefined && own[0].id === wanted.adopt) continue;
      // An object that the platform is still creating is adopted in its current status; the next `up` waits for it.
      const isAdopted = wanted.adopt !== undefined && own[0]?.id === wanted.adopt;
      if (own.length !== 1 || (own[0]?.isUnsettled === true && !isAdopted))
        wrong.push(`NOT IN STATE: ${wanted.kind} ${wanted.logical}`);
      else if (live?.shape !== shapeOf(wanted) && !this.#isUnread(live, before, action))
        wrong.push(`NOT AS DECLARED: ${wanted.logical} is ${live?.shape}`);
    }
    for (const entry of earlier) {
      const wanted = declarationOf(stack.desired, entry, earlier);
      const old = entry.key === undefined ? undefined : before.live.get(entry.key);
      if (wanted === undefined || old === undefined || entry.isOld || mayReplace(entry, old, wanted, replaced))
        continue;
      if (!ownersOf(after, old.key).some((owner) => owner.stack === stack))
        wrong.push(`REPLACED SILENTLY: ${old.key} of ${ownerText({ stack, entry })}`);
    }
    if (targets === undefined && entries.length > stack.desired.length)
      wrong.push(`TOO MUCH IN STATE: ${entries.map(({ urn }) => urn)}`);
    return wrong;
  }

  /** Whether somebody else has changed an object that the command has not read. */
  #isUnread(live: Live | undefined, before: Scene, action: Action): boolean {
    if (live === undefined || !this.#drifted.has(live.key)) return false;
    // The refresh of a targeted update matches targets by their names in state, before an alias renames them.
    const owners = ownersOf(before, live.key).filter(({ stack }) => stack === action.stack);
    return action.refreshes !== true || owners.every(({ entry }) => !isTargeted(action, entry));
  }

  /** A command that exits with 0 must have reported every object of an interrupted creation. */
  #silent(before: Scene, after: Scene, action: Action): string[] {
    const { stack, verb, output, canTell, isElsewhere } = action;
    if (verb === "other") return [];
    return [...this.orphans].flatMap(([key, orphan]) => {
      const live = after.live.get(key);
      if (live === undefined || orphan.isNamed || !orphan.stacks.includes(stack)) return [];
      if (ownersOf(after, key).length > 0) return [];
      if (tellsOf(output, live)) {
        orphan.isNamed = true;
        return [];
      }
      // An `up` that creates an equal object must first ask the platform, even if the engine warns.
      const declared = stack.desired.filter(
        (wanted) => wanted.kind === live.kind && isCandidate(orphan, wanted) && isTargeted(action, wanted),
      );
      // A person who allows another object has checked the platform, and no later run searches for the first one.
      if (declared.some(({ mayBeSecond }) => mayBeSecond === true)) {
        orphan.isNamed = true;
        return [];
      }
      const entries = before.entries.get(stack) ?? [];
      // Records contain the stack's name at that time. The engine's pending operations are kept when a stack is renamed.
      // They tell a template only by what was requested, which somebody may have changed since.
      const isKnown = (name: string) =>
        orphan.names.includes(stack.name) || (warnsOf(output, new Set([name])) && !this.#drifted.has(key));
      const recorded = isElsewhere === true ? [] : [...orphan.logicals].filter(isKnown);
      // Without a record, only the content tells a template: also what no program of the campaigns declares.
      const drift = this.#drifted.get(key);
      const isEdited = drift !== undefined && drift.from.rest !== drift.to.rest;
      const isDeclared = declared.some((wanted) => canBeRecognised(live, wanted, { entries, recorded, isEdited }));
      // If the command creates nothing, it does not ask the platform. Without the record of the other machine it knows only what
      // the engine knows.
      const isInState = entries.some(({ logical }) => orphan.logicals.has(logical));
      const mustAsk = verb === "up" && isDeclared && !(isElsewhere === true && isInState);
      // For an object that the command does not create again, a reminder is sufficient.
      const isCreated = declared.some((wanted) =>
        entries.every((entry) => declarationOf([wanted], entry, entries) === undefined),
      );
      if ((orphan.isReminded === true || remindsOf(output, orphan.logicals)) && !(mustAsk && isCreated)) {
        orphan.isNamed = true;
        return [];
      }
      const isWarned = warnsOf(output, orphan.logicals) && !mustAsk;
      if (isWarned) this.warnedOnly++;
      const canKnow = canTell && (mustAsk || (isElsewhere !== true && orphan.names.includes(stack.name)));
      if (!isWarned && !canKnow) this.untold++;
      // The next `up` must still report it.
      if (isWarned || !canKnow) return [];
      orphan.isNamed = true;
      if (verb === "up" && isDeclared)
        return [`MADE TWICE: up ended with 0, and ${key} (${live.shape}), which this stack has created, stays behind`];
      return [`SILENT: ${verb} ended with 0, and ${key} (${live.shape}), which this stack has created, stays behind`];
    });
  }

  /** A failed command must explain the failure in plain language. */
  #unclear(before: Scene, after: Scene, { output, faulted, stack, verb, machine }: Action): string[] {
    const wrong: string[] = [];
    if (/\n\s+at .*[:)]\d*|unhandled|TypeError|is a bug in the provider/i.test(output))
      wrong.push("UNCLEAR: the text has a stack or an unexpected failure");
    const known = [...before.live.values(), ...after.live.values()];
    const dead = (before.entries.get(stack) ?? []).map(({ kind, id }) => ({ kind, id, name: id }));
    // A threshold that was reset is still on the platform.
    const shown = [...this.#gone.values()]
      .filter(
        ({ live, knownOn }) =>
          live.kind === "threshold" || !knownOn.has(machine) || output.includes("(status Deleting)"),
      )
      .map(({ live }) => live);
    const names = [...known, ...dead, ...shown].some((live) => tellsOf(output, live));
    const isGuarded =
      /would be replaced|may not be replaced; please remove the `import`|would buy it again|would buy the same name|inputs to import do not match|of this program: a client has one quota|property confirmCommitment|there is no .* (on http|to import)|does not prove that nothing was bought/.test(
        output,
      );
    if (names || isGuarded) this.refusals++;
    else if (!faulted) wrong.push(`UNCLEAR: ${verb} failed without a fault, and names no object`);
    return wrong;
  }
}

/**
 * Whether a resource can recognize its object: by its record, which a run on another machine lacks and which ignores aliases; or
 * on the platform, by its name for unique kinds, otherwise by its content.
 */
function canBeRecognised(
  live: Live,
  wanted: Declared,
  { entries, recorded, isEdited }: { entries: readonly Entry[]; recorded: readonly string[]; isEdited: boolean },
): boolean {
  // A resource in state is not created, so the platform is not searched.
  const isCreated = entries.every((entry) => declarationOf([wanted], entry, entries) === undefined);
  const isAlike = isUnique(live.kind) ? wanted.name === live.name : shapeOf(wanted) === live.shape && !isEdited;
  return (isAlike && isCreated) || recorded.includes(wanted.logical);
}

/** Whether a command covers a resource. */
function isTargeted({ targets }: Action, { logical }: Pick<Entry, "logical">): boolean {
  return targets === undefined || targets.has(resourceName(logical));
}

/** Commands that have read the object of these owners. */
function readersOf(owners: readonly Owner[], actions: readonly Action[]): readonly Action[] {
  return actions.filter(
    (action) =>
      (action.verb === "refresh" || action.refreshes === true) &&
      owners.some(({ stack, entry }) => stack === action.stack && isTargeted(action, entry)),
  );
}

/**
 * Commands that refresh a state with the object before changing it. In that refresh, targets are matched by their names in state.
 */
function refreshersOf(owners: readonly Owner[], actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ stack, refreshes }) => refreshes === true && owners.some((one) => one.stack === stack));
}

/** The settings of an object: those that programs declare, and the rest. */
const settable = ["name", "variant", "rest"] as const;

function isUnlike(one: Live, other: Live): boolean {
  return settable.some((part) => one[part] !== other[part]);
}

function orphanOf(stacks: readonly StackModel[]): Pick<Orphan, "stacks" | "names"> {
  return { stacks, names: stacks.map(({ name }) => name) };
}

/** Whether a command keeps an object of this name. */
function declares({ verb, stack }: Action, { kind, name }: Live): boolean {
  return verb !== "destroy" && stack.desired.some((one) => one.kind === kind && one.name === name);
}

/** Whether a state held an object that had already been deleted. */
function isDead(before: Scene, key: string): boolean {
  return !before.live.has(key) && ownersOf(before, key).length > 0;
}

/** A stack that has the former name of a renamed stack also has its URNs, so that a provider cannot distinguish the two. */
function mayBeOf({ stacks, names }: Pick<Orphan, "stacks" | "names">, stack: StackModel): boolean {
  return stacks.includes(stack) || names.includes(stack.name);
}

function isCandidate(orphan: Pick<Orphan, "logicals">, wanted: Declared): boolean {
  return [wanted.logical, ...(wanted.aliases ?? [])].some((name) => orphan.logicals.has(name));
}

/** Resources in a command's program that may have created an object. */
function candidatesFor(live: Live, before: Scene, action: Action): string[] {
  const { stack, verb } = action;
  if (verb !== "up") return [];
  const held = before.entries.get(stack) ?? [];
  const isLike = (wanted: Declared) =>
    wanted.kind === live.kind && shapeOf(wanted) === live.shape && isOfSet(wanted) === live.isOfSet;
  return stack.desired
    .filter((wanted) => isLike(wanted) && isTargeted(action, wanted))
    .flatMap(({ logical, aliases = [] }) => [
      logical,
      ...aliases.filter((name) => held.every((one) => one.logical !== name)),
    ]);
}

/**
 * Whether a resource is about to lose the object: a rule set that has given a rule to another resource of the program keeps it in
 * state until its own update, which a failed command may not reach. Or a threshold stays in state in an old entry: one that has another name in the program stays until an untargeted `up`
 * removes the old entry, so does one whose name the program has given to the threshold of another client, and so does the entry that
 * a replacement has left after it has set the threshold again. The program may declare none of them any more.
 */
function isLeft({ stack, entry }: Owner, owners: readonly Owner[]): boolean {
  const { kind, logical, id, isOld } = entry;
  const isElsewhere = owners.some((one) => one.stack === stack && one.entry !== entry);
  if (isOfSet(entry)) return isElsewhere && declarationOf(stack.desired, entry) === undefined;
  if (kind !== "threshold") return false;
  const declared = stack.desired.filter((one) => one.kind === kind && one.name === id);
  if (!isOld && declared.some((one) => one.logical === logical)) return false;
  return declared.length > 0 || isElsewhere;
}

function isSame(old: Entry, entry: Entry, wanted: Declared | undefined): boolean {
  // A client has only one threshold, so an entry under another name is the same object.
  if (old.kind === "threshold" && old.id === entry.id) return true;
  return old.logical === entry.logical || wanted?.aliases?.includes(old.logical) === true || wanted === undefined;
}

function mayTouch(before: Scene, entry: Entry, old: Live, now: Live | undefined, action: Action): boolean {
  const { stack, verb, replaced } = action;
  if (verb === "destroy") return now === undefined && isTargeted(action, entry);
  if (verb !== "up") return false;
  const own = declarationOf(stack.desired, entry, before.entries.get(stack));
  // If a resource moves to another client and resets this threshold, another resource of the program may set it in the same run.
  const setter =
    takerOf(entry, stack) ??
    stack.desired.find(
      (one) => one.kind === "threshold" && entry.kind === one.kind && entry.id === one.name && isTargeted(action, one),
    );
  const may = (wanted: Declared | undefined) => {
    if (!isTargeted(action, wanted ?? entry)) return false;
    if (now === undefined) return wanted === undefined || entry.isOld || mayReplace(entry, old, wanted, replaced);
    // The program may declare the client of an old threshold again.
    return wanted !== undefined && (!entry.isOld || wanted === setter) && now.shape === shapeOf(wanted);
  };
  return may(own ?? setter) || (setter !== undefined && may(setter));
}

/** Returns the resource that imports what a rule set of the same program gives up. */
function takerOf(entry: Entry, { desired }: StackModel): Declared | undefined {
  if (!isOfSet(entry) || declarationOf(desired, entry) !== undefined) return undefined;
  return desired.find(({ kind, adopt }) => kind === entry.kind && adopt === entry.id);
}

/**
 * Whether the run resets a threshold because its resource now belongs to another client. This also applies to one that somebody
 * else has changed.
 */
function isReset(before: Scene, { kind, id }: Live, { stack, entry }: Owner, actions: readonly Action[]): boolean {
  if (kind !== "threshold" || actions.every((action) => action.stack !== stack || action.verb !== "up")) return false;
  return (declarationOf(stack.desired, entry, before.entries.get(stack))?.name ?? id) !== id;
}

function mayReplace(entry: Entry, old: Live, wanted: Declared, replaced: readonly string[]): boolean {
  const isRenamed = isReplacedByName(wanted.kind) && wanted.name !== old.name;
  // If the engine imports another object, it deletes the resource's current one.
  const isOther = wanted.provider === "native" && wanted.adopt !== undefined && wanted.adopt !== entry.id;
  const isAsked = replaced.includes(entry.logical) || replaced.includes(wanted.logical);
  return isRenamed || isOther || isAsked || entry.isUnsettled;
}

/** The resources of a killed update that set a threshold. */
function settersOf({ kind, id }: Live, { code, verb, stack }: Action): Declared[] {
  if (code !== null || verb !== "up") return [];
  return stack.desired.filter((one) => one.kind === kind && one.name === id);
}

function ownerText({ stack, entry }: Owner): string {
  return `${stack.name}/${entry.logical}${entry.isOld ? " (old)" : ""}`;
}
