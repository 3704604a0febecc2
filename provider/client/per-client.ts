import type { Client } from "./client.ts";

/** A value for each client, made with its first use: what operations of one process share of one platform. */
export function perClient<T>(make: (client: Client) => T): (client: Client) => T {
  const values = new WeakMap<Client, T>();
  return (client) => {
    if (!values.has(client)) values.set(client, make(client));
    return values.get(client) as T;
  };
}
