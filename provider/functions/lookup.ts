import type * as pulumi from "@pulumi/pulumi";
import type { Endpoint } from "../api/index.ts";
import type { Call } from "../client/call-types.ts";
import { type Client, type OperationClient, scopeOf } from "../client/index.ts";
import { mapSecretValues } from "../schema/index.ts";
import { type CheckedArguments, checkArguments } from "./arguments.ts";
import type { Definition, LooseCall } from "./definition.ts";
import { lookupDefaults } from "./lookup-defaults.ts";
import { iteratePages, type PageIterator, type PageProgress, readAllPages, selectsPage } from "./paging.ts";
import { cachedRequest, invalidate } from "./request-cache.ts";
import { warnOfUnread } from "./unread-warnings.ts";

/** Options of every function. */
export interface LookupOptions {
  /** Client to use. Default: the stack's configuration inside Pulumi, the environment outside. */
  client?: Client;
  /** Provider whose settings the function uses. Only inside Pulumi. */
  provider?: pulumi.ProviderResource;
  /** Resource whose provider the function uses if `provider` is omitted. Only inside Pulumi. */
  parent?: pulumi.Resource;
  /** Cancels the function, which then throws a `CancelledError`. */
  signal?: AbortSignal;
  /** Sends the request even if an identical one was sent before. Default: false, identical calls share one request. */
  fresh?: boolean;
  /** Called after each page of a paginated list. */
  onPage?: (progress: PageProgress) => void;
}

/** Arguments are optional if none of them is required. */
export type Given<Args, Options> =
  Record<never, never> extends Args ? [args?: Args, options?: Options] : [args: Args, options?: Options];

/** A function of the platform. *Errors:* `InputError` for invalid arguments, before a request is sent; then `RequestError`. */
export interface Lookup<Args, Result> {
  (...given: Given<Args, LookupOptions>): Promise<Result>;
  /** @internal */
  readonly definition: Definition;
}

/** Replaces the secrets of a response that the lookup's definition marks. */
export function mapSecrets({ secrets }: Definition, response: unknown, turn: (secret: unknown) => unknown): unknown {
  return secrets === undefined ? response : mapSecretValues(secrets, response, turn);
}

/** Iterates over the items of a list, with one page in memory at a time. */
export interface ListWalk<Args, Item> {
  (...given: Given<Args, LookupOptions>): AsyncGenerator<Item, void, undefined>;
  /** @internal */
  readonly definition: Definition;
}

/** Creates a lookup. `result` converts the response to the public result. */
export function lookup<Args extends object, Result>(
  definition: Definition,
  result: (response: never, args: Args) => Result | Promise<Result> = (response) => response,
): Lookup<Args, Result> {
  const ask = async (args: Args = {} as Args, options: LookupOptions = {}): Promise<Result> => {
    const mocked = lookupDefaults().mockedResult(definition, args, options);
    if (mocked !== undefined) return (await mocked) as Result;
    try {
      const client = await clientOf(definition.name, options);
      const checked = checkArguments(definition, args, client.settings);
      // A copy, because callers share the cached response. It leaves out what could not be read.
      const response = structuredClone(await responseOf(definition, client, checked, options));
      return await result(response as never, args);
    } catch (error) {
      throw lookupDefaults().decorateError(error);
    }
  };
  return Object.assign(ask as (...given: Given<Args, LookupOptions>) => Promise<Result>, { definition });
}

/** Creates the async iterator of a list. Pages are requested as needed and not cached. */
export function listWalk<Args extends object, Item>(definition: Definition): ListWalk<Args, Item> {
  async function* walk(args: Args = {} as Args, options: LookupOptions = {}) {
    const mocked = lookupDefaults().mockedResult(definition, args, options);
    if (mocked !== undefined) return yield* itemsOf<Item>(definition, await mocked);
    try {
      const client = await clientOf(definition.name, options);
      const { call } = checkArguments(definition, args, client.settings);
      let items = 0;
      for await (const page of iteratePages(pageIterator(definition, client, call))) {
        items += page.items.length;
        options.onPage?.({ items, total: page.total });
        yield* structuredClone(page.items) as Item[];
      }
    } catch (error) {
      throw lookupDefaults().decorateError(error);
    }
  }
  return Object.assign(walk as (...given: Given<Args, LookupOptions>) => AsyncGenerator<Item>, { definition });
}

/** The client of one call of a function. */
export async function clientOf(name: string, options: LookupOptions): Promise<OperationClient> {
  const client = options.client ?? (await lookupDefaults().client(options));
  return client.bind(scopeOf(name, options.signal));
}

/** Items of a whole response. */
function itemsOf<Item>({ paging }: Definition, response: unknown): Item[] {
  return (Array.isArray(response) ? response : (response as Record<string, Item[]>)[paging?.items ?? ""]) ?? [];
}

async function responseOf(
  definition: Definition,
  client: OperationClient,
  { arguments: { own }, call, key }: CheckedArguments,
  options: LookupOptions,
): Promise<unknown> {
  const { endpoint, paging, writes } = definition;
  if (writes === true) {
    const noun = `${endpoint.id.split(".")[0]}.`;
    // Cached responses are outdated, and a response during the write can be old or new.
    invalidate(client, noun);
    return send(definition, client, call).finally(() => invalidate(client, noun));
  }
  const isWhole = paging !== undefined && (own.all === true || (paging.whole === true && !selectsPage(call)));
  const ask = (shared: OperationClient) =>
    isWhole ? readAllPages(pageIterator(definition, shared, call), options.onPage) : send(definition, shared, call);
  return cachedRequest(client, isWhole ? `${key} whole` : key, ask, options);
}

function pageIterator(definition: Definition, client: OperationClient, call: LooseCall): PageIterator {
  if (definition.paging === undefined) throw new TypeError(`${definition.name} has no pages`);
  return { paging: definition.paging, call, ask: (page) => send(definition, client, page) };
}

/** The endpoint is any of the table: the arguments were validated, and the client validates them again. */
async function send(definition: Definition, client: OperationClient, call: LooseCall): Promise<unknown> {
  const response: unknown = await client.call(definition.endpoint, call as Call<Endpoint>);
  warnOfUnread(definition, client, response, lookupDefaults().warn);
  return response;
}
