import type { Endpoint } from "../../api/index.ts";
import type { OperationClient } from "../operation-client.ts";
import { readList } from "../read-list.ts";

/** Returns the ids of all objects in a list. */
export async function idsIn(list: Endpoint, client: OperationClient): Promise<ReadonlySet<unknown>> {
  const { items } = await readList(client, list, {}, { itemsOf: elementsOf, idOf });
  return new Set(items.map(idOf));
}

function elementsOf(response: unknown): readonly unknown[] {
  const lists: unknown[][] = [response, ...Object.values(response as object)].filter(Array.isArray);
  return lists[0] ?? [];
}

function idOf(one: unknown): unknown {
  return (one as { id?: unknown }).id;
}
