import type { Endpoint } from "../api/index.ts";
import type { Call, ResponseOf } from "./call-types.ts";
import type { OperationClient } from "./operation-client.ts";
import { readPages, totalOf, type WholeList } from "./pages.ts";

/** Number of objects to request at once: most accounts have fewer of each kind. */
const pageSize = 1000;

/** How a list's response is read. */
export interface ListForm<Response, Item> {
  itemsOf(response: Response): readonly Item[];
  /** Identifies an item: a platform may send it again on the next page. */
  idOf(item: Item): unknown;
  /** Whether to ask for no page size, because the platform sends the whole list unless it is asked for a part. */
  isUnlimited?: boolean;
}

/** Reads a list to its end, by as many requests as it has pages. `call`: parameters and filters. */
export function readList<E extends Endpoint, Item>(
  client: OperationClient,
  endpoint: E,
  call: Call<E>,
  { itemsOf, idOf, isUnlimited = false }: ListForm<ResponseOf<E>, Item>,
): Promise<WholeList<Item>> {
  return readPages(async (offset, options) => {
    const paging = isUnlimited ? (offset === 0 ? {} : { offset }) : { limit: pageSize, offset };
    const page = { ...call, query: { ...call.query, ...paging } } as Call<E>;
    const response = await client.call(endpoint, page, options);
    return { items: itemsOf(response), total: totalOf(response as object) };
  }, idOf);
}
