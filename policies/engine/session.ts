import { PlatformPrices } from "../money/platform-prices.ts";
import type { RuleMessage, RuleResult } from "./evaluate.ts";
import { type PreviousState, readPreviousState } from "./previous-state.ts";
import type { PlatformResource } from "./resource.ts";
import { withoutSecrets } from "./secret-texts.ts";
import { covers, daysLeft, isExpired, today, type Waiver } from "./waiver.ts";

/** Waivers that end within this many days are named, so that somebody acts before they do. */
const soonDays = 14;

/** What the policies of one process tell each other: each sees its own configuration only. */
export class Session {
  /** Names of all rules. */
  readonly rules: ReadonlySet<string>;
  /** Days ahead that a waiver may end at most. */
  maxDays = Number.POSITIVE_INFINITY;
  #waivers: readonly Waiver[] = [];
  /** Resources as they were declared, by URN. */
  readonly declared = new Map<string, PlatformResource>();
  readonly #day = today();
  readonly #notEvaluated: RuleMessage[] = [];
  readonly #waived: (RuleMessage & { waiver: Waiver })[] = [];
  readonly #used = new Map<Waiver, number>();
  readonly #problems = new Set<string>();
  readonly #said = new Set<string>();
  /** The platform's prices of clusters; each is requested once. */
  readonly platformPrices = new PlatformPrices();
  #previousState: Promise<PreviousState> | undefined;

  constructor(rules: Iterable<string>) {
    this.rules = new Set(rules);
  }

  /** Waivers of the configuration, those that do not hold included. */
  get waivers(): readonly Waiver[] {
    return this.#waivers;
  }

  setWaivers(waivers: readonly Waiver[], maxDays: number): void {
    this.#waivers = waivers;
    this.maxDays = maxDays;
  }

  /** Takes a result apart: what is left for its own policy to report; the rest waits for the policies of the house. */
  take(rule: string, result: RuleResult): RuleMessage[] {
    for (const problem of result.problems) this.problem(problem);
    const said = (note: RuleMessage) => ({ ...note, message: withoutSecrets(note.message) });
    for (const note of result.notEvaluated.map(said))
      this.#notEvaluated.push({ ...note, message: `${rule}: ${note.message}` });
    return result.violations.map(said).filter((note) => {
      const waiver = this.#waivers.find((one) => this.#holds(one) && covers(one, rule, note.urn));
      if (waiver === undefined) return true;
      this.#used.set(waiver, (this.#used.get(waiver) ?? 0) + 1);
      this.#waived.push({ ...note, waiver });
      return false;
    });
  }

  /** Something is wrong with the configuration; it is said once. */
  problem(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#problems.add(text);
  }

  takeProblems(): string[] {
    return drain(this.#problems);
  }

  /** Notes of a resource; without a URN those of all. */
  takeNotEvaluated(urn?: string): RuleMessage[] {
    return extract(this.#notEvaluated, urn);
  }

  takeWaived(urn?: string): (RuleMessage & { waiver: Waiver })[] {
    return extract(this.#waived, urn);
  }

  expired(): Waiver[] {
    return this.#waivers.filter((one) => isExpired(one, this.#day));
  }

  /** Waivers that end later than any waiver may. */
  tooLong(): Waiver[] {
    return this.#waivers.filter((one) => daysLeft(one, this.#day) > this.maxDays);
  }

  /** Waivers in force that end soon. */
  endingSoon(): { waiver: Waiver; days: number }[] {
    return this.inForce()
      .map(({ waiver }) => ({ waiver, days: daysLeft(waiver, this.#day) }))
      .filter(({ days }) => days <= soonDays);
  }

  /** Waivers that hold, with how many violations each has covered so far. */
  inForce(): { waiver: Waiver; covered: number }[] {
    return this.#waivers
      .filter((one) => this.#holds(one))
      .map((waiver) => ({ waiver, covered: this.#used.get(waiver) ?? 0 }));
  }

  #holds(one: Waiver): boolean {
    return !isExpired(one, this.#day) && daysLeft(one, this.#day) <= this.maxDays;
  }

  /** The stack before this change; asked for once. */
  previousState(): Promise<PreviousState> {
    this.#previousState ??= readPreviousState();
    return this.#previousState;
  }

  /** Forgets what belongs to one look at a stack. */
  end(): void {
    this.declared.clear();
    this.#used.clear();
    this.#notEvaluated.length = 0;
    this.#waived.length = 0;
  }
}

function drain(set: Set<string>): string[] {
  const all = [...set];
  set.clear();
  return all;
}

function extract<T extends RuleMessage>(notes: T[], urn: string | undefined): T[] {
  const found = notes.filter((note) => urn === undefined || note.urn === urn);
  const rest = notes.filter((note) => !found.includes(note));
  notes.splice(0, notes.length, ...rest);
  return found;
}
