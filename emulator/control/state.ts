import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { coercerOf } from "../server/coerce.ts";
import type { Env } from "../server/env.ts";
import { invalid, notFound } from "../server/errors.ts";
import type { Collection } from "../store/collection.ts";
import type { Store } from "../store/store.ts";
import { jsonBody, parseOrRefuse } from "./json.ts";

const filter = z.strictObject({
  last: z.int().min(1).optional().describe("Maximum number of records; the latest are returned."),
  find: z
    .string()
    .optional()
    .describe("Case-insensitive text in the id or the record. Without `last`, at most 100 records are returned."),
});
const coerce = coercerOf(filter);

/** `GET` returns stored records; `POST` and `DELETE` change a record outside the API, to cause drift. */
export function stateRoutes({ database, past, store }: Platform): Hono<Env> {
  const named = (name: string) => collectionOf(store, name);
  return new Hono<Env>()
    .get("/", (context) => {
      const entries = Object.entries<Collection>(store).map(([name, collection]) => [
        name,
        Object.fromEntries(collection.entries()),
      ]);
      return context.json(Object.fromEntries(entries));
    })
    .get("/:collection", (context) => {
      const { last, find = "" } = parseOrRefuse(filter, coerce(context.req.query()));
      const collection = named(context.req.param("collection"));
      const entries = find === "" ? collection.entries(last) : latestWith(collection, find, last ?? 100);
      return context.json(Object.fromEntries(entries));
    })
    .get("/:collection/:id{.+}", (context) => {
      const { collection, id } = context.req.param();
      const record = named(collection).get(id);
      if (record === undefined) throw notFound(`${collection} ${id}`);
      return context.json(record);
    })
    .post("/:collection/:id{.+}", async (context) => {
      const { collection: name, id } = context.req.param();
      const collection = named(name);
      const change = await jsonBody(context, z.record(z.string(), z.unknown()));
      const current = z.looseObject({}).parse(collection.get(id) ?? {});
      const record = parseOrRefuse(collection.options.schema, { ...current, ...change });
      const ownId = String(collection.idOf(record));
      if (ownId !== id) throw invalid("id", `the fields of the record give the id ${ownId}, not ${id}`);
      database.write(() => collection.put(id, record));
      past.clear(name, id);
      return context.json(record);
    })
    .delete("/:collection/:id{.+}", (context) => {
      const { collection, id } = context.req.param();
      if (!named(collection).delete(id)) throw notFound(`${collection} ${id}`);
      past.clear(collection, id);
      return context.body(null, 204);
    });
}

/** A collection by its name in a path. */
export function collectionOf(store: Store, name: string): Collection {
  const collections: Record<string, Collection> = store;
  if (Object.hasOwn(collections, name)) return collections[name] as Collection;
  throw notFound(`Collection "${name}" (known: ${Object.keys(store).join(", ")})`);
}

/** Oldest first. */
function latestWith(collection: Collection, find: string, limit: number): [string, unknown][] {
  const { items } = collection.search({ find, limit, descending: true });
  return items.reverse().map(({ id, record }) => [id, record]);
}
