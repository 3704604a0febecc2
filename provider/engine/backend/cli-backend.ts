import { sleep } from "../../client/operation-scope.ts";
import { type Deployment, parseStateOrUndefined } from "../../pulumi/formats/stack-export.ts";
import { parseUrn } from "../../pulumi/formats/urn.ts";
import { isUnreadable, type Readable, Unreadable } from "../../values/unreadable.ts";
import type { Backend, EndedRun, Reading } from "../handler/backend.ts";
import { backendUrl, isSelfManaged } from "./backend-url.ts";
import { PulumiNotStartedError, pulumi, reasonOf } from "./cli.ts";
import { historySchema, type ListedStack, listSchema } from "./cli-output.ts";
import { pageSize, savesAtEnd } from "./ended-runs.ts";
import { otherStacks, ownStack } from "./stack-names.ts";

/** The engine may be writing a state file while it is read; the next attempt finds it complete. */
const pausesMs = [0, 300, 1_000];

/** Reading a state of some thousand resources takes seconds. */
const patienceMs = 60_000;

type Kept<T> = Map<string, Promise<Readable<T>>>;

/**
 * Asks the Pulumi CLI. A command costs some tenths of a second, so it runs only where a decision depends on it. Stacks are named
 * with their organization: a bare name is a stack of the user's default organization.
 */
export class CliBackend implements Backend {
  readonly #patienceMs: number;
  readonly #states: Kept<Deployment> = new Map();
  readonly #runs: Kept<EndedRun[]> = new Map();
  readonly #reads = new FreshReads();
  #listed: Promise<Readable<ListedStack[]>> | undefined;

  constructor(options: { patienceMs?: number } = {}) {
    this.#patienceMs = options.patienceMs ?? patienceMs;
  }

  async stateOf(urn: string, { isEarlier = false, operation }: Reading = {}): Promise<Readable<Deployment>> {
    const stack = await this.#nameOf(urn);
    if (isUnreadable(stack)) return stack;
    // Nothing changes a state that is saved only at the end of the run.
    return this.stateNamed(stack, { isEarlier: isEarlier || savesAtEnd(), operation });
  }

  stateNamed(stack: string, { isEarlier = false, operation }: Reading = {}): Promise<Readable<Deployment>> {
    const read = () => this.#ask(`stack "${stack}"`, ["stack", "export", "--stack", stack], parseStateOrUndefined);
    if (isEarlier) return once(this.#states, stack, read);
    if (operation === undefined) return this.#reads.of(stack, read);
    return once(this.#states, `${stack} ${operation}`, read);
  }

  async otherStacks(urn: string, since: number, { isEarlier = false }: Reading = {}): Promise<Readable<string[]>> {
    const list = await (isEarlier ? this.#list() : this.#listNow());
    if (isUnreadable(list)) return list;
    const own = await this.#nameOf(urn);
    return isUnreadable(own) ? own : otherStacks(list, own, since);
  }

  async runsOf(urn: string): Promise<Readable<EndedRun[]>> {
    const stack = await this.#nameOf(urn);
    if (isUnreadable(stack)) return stack;
    const page = ["--json", "--page-size", String(pageSize), "--page", "1"];
    const read = () => {
      const command = ["stack", "history", "--stack", stack, ...page];
      return this.#ask(`the history of stack "${stack}"`, command, (json) => historySchema.safeParse(json).data);
    };
    return once(this.#runs, stack, read);
  }

  async #nameOf(urn: string): Promise<Readable<string>> {
    const parts = parseUrn(urn);
    if (isSelfManaged(backendUrl(process.cwd(), process.env))) return parts.stack;
    const list = await this.#list();
    return isUnreadable(list) ? list : ownStack(list, parts);
  }

  /** Returns the list as it was first read. */
  #list(): Promise<Readable<ListedStack[]>> {
    this.#listed ??= this.#listNow();
    return this.#listed;
  }

  #listNow(): Promise<Readable<ListedStack[]>> {
    const parse = (json: unknown) => listSchema.safeParse(json).data;
    return this.#reads.of("", () => this.#ask("the stacks of the backend", ["stack", "ls", "--all", "--json"], parse));
  }

  /** Returns what a command prints as JSON, as a parser reads it. */
  async #ask<T>(
    what: string,
    command: readonly string[],
    parse: (json: unknown) => T | undefined,
  ): Promise<Readable<T>> {
    let reason = "";
    for (const pauseMs of pausesMs) {
      await sleep(pauseMs);
      const ran = await this.#run(command);
      if ("reason" in ran) reason = ran.reason;
      else {
        const parsed = parse(ran.json);
        if (parsed !== undefined) return parsed;
        reason = "its output is not what this release of the provider can read";
      }
      if ("isLasting" in ran) break;
    }
    return new Unreadable(`${what} (pulumi ${command.slice(0, 2).join(" ")}: ${reason})`);
  }

  async #run(command: readonly string[]): Promise<{ json: unknown } | { reason: string; isLasting?: true }> {
    const signal = new AbortController().signal;
    const options = { cwd: process.cwd(), env: process.env, signal, forwardsSigterm: false, killMs: this.#patienceMs };
    try {
      const ran = await pulumi(command, options);
      if (ran.isKilled) return { reason: `nothing came within ${this.#patienceMs / 1000} s`, isLasting: true };
      return ran.code === 0 ? { json: JSON.parse(ran.stdout) } : { reason: reasonOf(ran) };
    } catch (error) {
      if (error instanceof PulumiNotStartedError) return { reason: error.detail.replace(/\.$/, ""), isLasting: true };
      if (error instanceof SyntaxError) return { reason: "its output is not JSON" };
      throw error;
    }
  }
}

function once<T>(kept: Kept<T>, key: string, read: () => Promise<Readable<T>>): Promise<Readable<T>> {
  const known = kept.get(key) ?? read();
  kept.set(key, known);
  return known;
}

/**
 * Reads of data that changes while it is read. Each question is answered by a read that began after the question. Questions that
 * come during a read share the next read, however many there are.
 */
export class FreshReads {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<unknown>>();

  /** Returns what is read under a key. All questions with the same key share reads. */
  of<T>(key: string, read: () => Promise<T>): Promise<T> {
    const begin = (): Promise<T> => {
      this.#next.delete(key);
      const reading = read();
      this.#underWay.set(key, reading);
      const end = () => void (this.#underWay.get(key) === reading && this.#underWay.delete(key));
      reading.then(end, end);
      return reading;
    };
    const underWay = this.#underWay.get(key);
    if (underWay === undefined) return begin();
    const next = (this.#next.get(key) as Promise<T> | undefined) ?? underWay.then(begin, begin);
    this.#next.set(key, next);
    return next;
  }
}
