import { endpoints, type SecretRecord } from "../../api/index.ts";
import { type Client, getOrUndefined, readPages, totalOf, type WholeList } from "../../client/index.ts";

/** The maximum of one response (companion §5.1). */
const pageSize = 1000;

/** A secret by its id; undefined when it is gone. */
export function getSecret(client: Client, id: number): Promise<SecretRecord | undefined> {
  return getOrUndefined(client.call(endpoints["secrets.get"], { params: { id } }));
}

/** A secret of a list, which has its id. */
export type ListedSecret = SecretRecord & { id: number };

/** Secrets of a name, and those that could not be read. */
export async function secretsNamed(client: Client, name: string): Promise<WholeList<ListedSecret>> {
  const { items, unread } = await readPages(
    async (offset) => {
      const query = { secret_name: name, limit: pageSize, offset };
      const response = await client.call(endpoints["secrets.list"], { query });
      return { items: response.secrets, total: totalOf(response) };
    },
    (one) => one.id,
  );
  const isListed = (one: SecretRecord): one is ListedSecret => typeof one.id === "number";
  return {
    // A platform that does not know the filter sends all secrets.
    items: items.filter(isListed).filter((one) => one.name === name),
    unread: [...unread, ...items.filter((one) => !isListed(one))],
  };
}
