import { type EndpointOf, endpoints } from "../../api/index.ts";
import type { ResponseOf } from "../../client/call.ts";
import { getOrUndefined, type OperationClient, readPages, totalOf, type WholeList } from "../../client/index.ts";
import { pageSize } from "../../client/pages.ts";

/** A secret as the platform returns it. */
export type LiveSecret = ResponseOf<EndpointOf<"secrets.get">>;

/** Returns a secret by its id; undefined: it is gone. */
export function getSecret(client: OperationClient, id: number): Promise<LiveSecret | undefined> {
  return getOrUndefined(client.call(endpoints["secrets.get"], { params: { id } }));
}

/** A secret from a list, with its id. */
export type ListedSecret = LiveSecret & { id: number };

/** Returns the secrets with a name, and those that could not be read. */
export async function secretsNamed(client: OperationClient, name: string): Promise<WholeList<ListedSecret>> {
  const { items, unread } = await readPages(
    async (offset, options) => {
      // All secrets of a preview share one list.
      const query = { ...(!client.isRehearsing && { secretName: name }), limit: pageSize, offset };
      const response = await client.call(endpoints["secrets.list"], { query }, options);
      return { items: response.secrets, total: totalOf(response) };
    },
    (one) => one.id,
  );
  return {
    // A platform that does not know the filter sends all secrets.
    items: items.filter(hasId).filter((one) => one.name === name),
    unread: [...unread, ...items.filter((one) => !hasId(one))],
  };
}

/** A secret without an id in a list cannot be identified. */
export function hasId(one: LiveSecret): one is ListedSecret {
  return typeof one.id === "number";
}
