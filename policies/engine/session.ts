import { PlatformPrices } from "../money/platform-prices.ts";
import type { RuleMessage, RuleResult } from "./evaluate.ts";
import { type PreviousState, readPreviousState } from "./previous-state.ts";
import type { PlatformResource } from "./resource.ts";
import { withoutSecrets } from "./secret-texts.ts";
import { covers, daysLeft, isExpired, today, type Waiver } from "./waiver.ts";

/** Waivers that end within this many days are reported, so that there is time to act. */
const soonDays = 14;

/** State shared by the policies of one process. Each policy has access only to its own configuration. */
export class Session {
  /** Names of all rules. */
  readonly rules: ReadonlySet<string>;
  /** Maximum number of days that a waiver may last from today. */
  maxDays = Number.POSITIVE_INFINITY;
  #waivers: readonly Waiver[] = [];
  /** Declared resources, by URN. */
  readonly declared = new Map<string, PlatformResource>();
  /** URNs of everything that the program registered. After a refresh, the engine's stack also contains resources that leave it. */
  readonly registered = new Set<string>();
  readonly #day = today();
  readonly #notEvaluated: RuleMessage[] = [];
  readonly #waived: (RuleMessage & { waiver: Waiver })[] = [];
  readonly #used = new Map<Waiver, number>();
  readonly #problems = new Set<string>();
  readonly #reported = new Set<string>();
  /** The platform's prices of clusters; each is requested once. */
  readonly platformPrices = new PlatformPrices();
  #previousState: Promise<PreviousState> | undefined;

  constructor(rules: Iterable<string>) {
    this.rules = new Set(rules);
  }

  /** Waivers of the configuration, including those without effect. */
  get waivers(): readonly Waiver[] {
    return this.#waivers;
  }

  setWaivers(waivers: readonly Waiver[], maxDays: number): void {
    this.#waivers = waivers;
    this.maxDays = maxDays;
  }

  /** Returns the violations for the rule's own policy. Keeps waived violations and other results for the meta policies. */
  take(rule: string, result: RuleResult): RuleMessage[] {
    for (const problem of result.problems) this.problem(problem);
    const redacted = (one: RuleMessage) => ({ ...one, message: withoutSecrets(one.message) });
    for (const note of result.notEvaluated.map(redacted))
      this.#notEvaluated.push({ ...note, message: `${rule}: ${note.message}` });
    return result.violations.map(redacted).filter((note) => {
      const waiver = this.#waivers.find((one) => this.#isInForce(one) && covers(one, rule, note.urn, note.part));
      if (waiver === undefined) return true;
      this.#used.set(waiver, (this.#used.get(waiver) ?? 0) + 1);
      this.#waived.push({ ...note, waiver });
      return false;
    });
  }

  /** Records a problem of the configuration. Each problem is reported once. */
  problem(text: string): void {
    if (this.#reported.has(text)) return;
    this.#reported.add(text);
    this.#problems.add(text);
  }

  takeProblems(): string[] {
    return drain(this.#problems);
  }

  /** Takes the messages about a resource, or all messages if there is no URN. */
  takeNotEvaluated(urn?: string): RuleMessage[] {
    return extract(this.#notEvaluated, urn);
  }

  takeWaived(urn?: string): (RuleMessage & { waiver: Waiver })[] {
    return extract(this.#waived, urn);
  }

  expired(): Waiver[] {
    return this.#waivers.filter((one) => isExpired(one, this.#day));
  }

  /** Waivers that end later than allowed. */
  tooLong(): Waiver[] {
    return this.#waivers.filter((one) => daysLeft(one, this.#day) > this.maxDays);
  }

  /** Waivers in force that end soon. */
  endingSoon(): { waiver: Waiver; days: number }[] {
    return this.inForce()
      .map(({ waiver }) => ({ waiver, days: daysLeft(waiver, this.#day) }))
      .filter(({ days }) => days <= soonDays);
  }

  /** Waivers in force, with the number of violations that each has covered so far. */
  inForce(): { waiver: Waiver; covered: number }[] {
    return this.#waivers
      .filter((one) => this.#isInForce(one))
      .map((waiver) => ({ waiver, covered: this.#used.get(waiver) ?? 0 }));
  }

  #isInForce(one: Waiver): boolean {
    return !isExpired(one, this.#day) && daysLeft(one, this.#day) <= this.maxDays;
  }

  /** The stack before this change; read once. */
  previousState(): Promise<PreviousState> {
    this.#previousState ??= readPreviousState();
    return this.#previousState;
  }

  /** Clears the data of the evaluated stack. */
  end(): void {
    this.declared.clear();
    this.registered.clear();
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

function extract<T extends RuleMessage>(messages: T[], urn: string | undefined): T[] {
  const found = messages.filter((one) => urn === undefined || one.urn === urn);
  const rest = messages.filter((one) => !found.includes(one));
  messages.splice(0, messages.length, ...rest);
  return found;
}
