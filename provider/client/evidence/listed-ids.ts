import type { Endpoint } from "../../api/index.ts";
import type { Call } from "../call-types.ts";
import type { OperationClient } from "../operation-client.ts";
import { pageSize, readPages, totalOf } from "../pages.ts";

/** Returns the ids of all objects in a list. */
export async function idsIn(list: Endpoint, client: OperationClient): Promise<ReadonlySet<unknown>> {
  const { items } = await readPages<unknown>(async (offset, options) => {
    const call = { query: { limit: pageSize, offset } } as Call<Endpoint>;
    const response = (await client.call(list, call, options)) as unknown as object;
    return { items: elementsOf(response), total: totalOf(response) };
  }, idOf);
  return new Set(items.map(idOf));
}

function elementsOf(response: object): readonly unknown[] {
  const lists: unknown[][] = [response, ...Object.values(response)].filter(Array.isArray);
  return lists[0] ?? [];
}

function idOf(one: unknown): unknown {
  return (one as { id?: unknown }).id;
}
