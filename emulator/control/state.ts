import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { coercerOf } from "../server/coerce.ts";
import type { Env } from "../server/env.ts";
import { invalid, notFound } from "../server/errors.ts";
import type { Collection } from "../store/collection.ts";
import { jsonBody, parsed } from "./json.ts";

const filter = z.strictObject({ last: z.int().min(1).optional().describe("Only the last so many records.") });
const coerce = coercerOf(filter);

/** `GET` shows all that is kept; `POST` and `DELETE` change a record behind everybody's back, to make drift. */
export function stateRoutes({ database, store }: Platform): Hono<Env> {
  const collections = new Map<string, Collection>(Object.entries(store));
  const named = (name: string): Collection => {
    const collection = collections.get(name);
    if (collection === undefined)
      throw notFound(`Collection "${name}" (there are ${[...collections.keys()].join(", ")})`);
    return collection;
  };
  return new Hono<Env>()
    .get("/", (context) => {
      const entries = [...collections].map(([name, collection]) => [name, Object.fromEntries(collection.entries())]);
      return context.json(Object.fromEntries(entries));
    })
    .get("/:collection", (context) => {
      const { last } = parsed(filter, coerce(context.req.query()));
      return context.json(Object.fromEntries(named(context.req.param("collection")).entries(last)));
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
      const record = parsed(collection.form.schema, { ...current, ...change });
      const ownId = String(collection.idOf(record));
      if (ownId !== id) throw invalid("id", `the record is ${ownId} by its own fields, not ${id}`);
      database.write(() => collection.put(id, record));
      return context.json(record);
    })
    .delete("/:collection/:id{.+}", (context) => {
      const { collection, id } = context.req.param();
      if (!named(collection).delete(id)) throw notFound(`${collection} ${id}`);
      return context.body(null, 204);
    });
}
