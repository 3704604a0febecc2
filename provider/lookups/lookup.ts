import type * as pulumi from "@pulumi/pulumi";
import type { Call, Endpoint } from "../api/index.ts";
import type { Client } from "../client/index.ts";
import { fromWire, turnSecrets } from "../schema/index.ts";
import { type Checked, checkArguments } from "./arguments.ts";
import { surroundings } from "./default-client.ts";
import type { Definition, LooseCall } from "./definition.ts";
import { namesPage, type Page, type PageProgress, type Walk, walkPages, wholeAnswer } from "./paging.ts";
import { forgetAnswers, shared } from "./shared.ts";

/** What every lookup takes beside its arguments. */
export interface LookupOptions {
  /** Client to ask with. Without it: the stack's configuration inside Pulumi, the environment outside. */
  client?: Client;
  /** Provider whose settings the lookup uses. Only inside Pulumi. */
  provider?: pulumi.ProviderResource;
  /** Resource whose provider the lookup uses when it names none. Only inside Pulumi. */
  parent?: pulumi.Resource;
  /** Ends the lookup with a CancelledError. */
  signal?: AbortSignal;
  /** Asks the platform again even if the same was asked before. Default false: equal lookups share one request. */
  fresh?: boolean;
  /** Called after each page of a list that comes in several. */
  onPage?: (progress: PageProgress) => void;
}

/** Arguments may be left out when none is required. */
export type Given<Args, Options> =
  Record<never, never> extends Args ? [args?: Args, options?: Options] : [args: Args, options?: Options];

/** Asks the platform. *Errors:* {@link InputError} before anything is sent, `RequestError` after. */
export interface Lookup<Args, Result> {
  (...given: Given<Args, LookupOptions>): Promise<Result>;
  /** What it is made of. @internal */
  readonly definition: Definition;
}

/** Turns the secrets of an answer that the lookup's definition names; everything else stays as it is. */
export function turnAnswerSecrets(
  { secrets }: Definition,
  answer: unknown,
  turn: (secret: unknown) => unknown,
): unknown {
  return secrets === undefined ? answer : turnSecrets(secrets, answer, turn);
}

/** Reads a list item by item, one page in memory at a time. */
export interface ListWalk<Args, Item> {
  (...given: Given<Args, LookupOptions>): AsyncGenerator<Item, void, undefined>;
  /** @internal */
  readonly definition: Definition;
}

/** Makes a lookup. `result` turns the answer, in the user's spelling, into what users get. */
export function lookup<Args extends object, Result>(
  definition: Definition,
  result: (answer: never, args: Args) => Result | Promise<Result> = (answer) => answer,
): Lookup<Args, Result> {
  const ask = async (args: Args = {} as Args, options: LookupOptions = {}): Promise<Result> => {
    const mocked = surroundings().answer(definition, args, options);
    if (mocked !== undefined) return (await mocked) as Result;
    try {
      const client = options.client ?? (await surroundings().client(options));
      const checked = checkArguments(definition, args, client.settings);
      const answer = await answerOf(definition, client, checked, options);
      return await result(spelled(definition.endpoint, answer) as never, args);
    } catch (error) {
      throw surroundings().told(error);
    }
  };
  return Object.assign(ask as (...given: Given<Args, LookupOptions>) => Promise<Result>, { definition });
}

/** Makes the async iterable of a list. Its pages are asked for as they are needed, and never kept. */
export function listWalk<Args extends object, Item>(definition: Definition): ListWalk<Args, Item> {
  async function* walk(args: Args = {} as Args, options: LookupOptions = {}) {
    const mocked = surroundings().answer(definition, args, options);
    if (mocked !== undefined) return yield* itemsOf<Item>(definition, await mocked);
    try {
      const client = options.client ?? (await surroundings().client(options));
      const { call } = checkArguments(definition, args, client.settings);
      let items = 0;
      for await (const page of walkPages(walkOf(definition, client, call, options.signal))) {
        items += page.items.length;
        options.onPage?.({ items, total: page.total });
        yield* spelledItems<Item>(definition, page);
      }
    } catch (error) {
      throw surroundings().told(error);
    }
  }
  return Object.assign(walk as (...given: Given<Args, LookupOptions>) => AsyncGenerator<Item>, { definition });
}

/** Items of a whole answer in the user's spelling. */
function itemsOf<Item>({ paging }: Definition, answer: unknown): Item[] {
  return (Array.isArray(answer) ? answer : (answer as Record<string, Item[]>)[paging?.items ?? ""]) ?? [];
}

/** Items of a page in the user's spelling. */
function spelledItems<Item>({ endpoint, paging }: Definition, { answer, items }: Page): Item[] {
  const name = paging?.items ?? "";
  if (Array.isArray(answer)) return spelled(endpoint, items) as Item[];
  const shown = spelled(endpoint, { ...(answer as object), [name]: items }) as Record<string, Item[]>;
  return shown[name] ?? [];
}

/** An answer in the user's spelling: a fresh copy, so that nobody changes what others share. */
function spelled(endpoint: Endpoint, answer: unknown): unknown {
  return endpoint.response === undefined ? undefined : fromWire(endpoint.response, answer);
}

async function answerOf(
  definition: Definition,
  client: Client,
  { wire, call, key }: Checked,
  options: LookupOptions,
): Promise<unknown> {
  const { endpoint, paging, writes } = definition;
  if (writes === true) {
    const noun = `${endpoint.id.split(".")[0]}.`;
    // What was read before says nothing any more, and what is read meanwhile may be either.
    forgetAnswers(client, noun);
    return send(client, endpoint, call, options.signal).finally(() => forgetAnswers(client, noun));
  }
  const isWhole = paging !== undefined && (wire.own.all === true || (paging.whole === true && !namesPage(call)));
  const ask = (signal: AbortSignal) =>
    isWhole
      ? wholeAnswer(walkOf(definition, client, call, signal), options.onPage)
      : send(client, endpoint, call, signal);
  return shared(client, isWhole ? `${key} whole` : key, ask, options);
}

function walkOf(definition: Definition, client: Client, call: LooseCall, signal: AbortSignal | undefined): Walk {
  if (definition.paging === undefined) throw new TypeError(`${definition.name} has no pages`);
  return { paging: definition.paging, call, ask: (page) => send(client, definition.endpoint, page, signal) };
}

/** The definition's endpoint is any of the table; that the call fits it was checked, and the client checks it again. */
function send(client: Client, endpoint: Endpoint, call: LooseCall, signal: AbortSignal | undefined): Promise<unknown> {
  return client.call(endpoint, call as Call<Endpoint>, { signal });
}
