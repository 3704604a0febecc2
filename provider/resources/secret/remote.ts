import { type EndpointOf, endpoints } from "../../api/index.ts";
import type { ResponseOf } from "../../client/call-types.ts";
import { getOrUndefined, type OperationClient, type WholeList } from "../../client/index.ts";
import { readList } from "../../client/read-list.ts";

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
  // All secrets of a preview share one list.
  const { items, unread } = await listSecrets(client, client.isRehearsing ? {} : { secretName: name });
  // A platform that does not know the filter sends all secrets.
  return { items: items.filter((one) => one.name === name), unread };
}

/** Returns all secrets, and those that could not be read or have no id. */
export async function listSecrets(
  client: OperationClient,
  filter: { secretName?: string } = {},
): Promise<WholeList<ListedSecret>> {
  const { items, unread } = await readList(
    client,
    endpoints["secrets.list"],
    { query: filter },
    { itemsOf: ({ secrets }) => secrets, idOf: ({ id }) => id },
  );
  const hasId = (one: LiveSecret): one is ListedSecret => typeof one.id === "number";
  return { items: items.filter(hasId), unread: [...unread, ...items.filter((one) => !hasId(one))] };
}
