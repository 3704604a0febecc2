import type { Client } from "./client.ts";
import { OperationClient } from "./operation-client.ts";

/** A value for each platform and key, made with its first use: what the operations of one process share. */
export function perClient<T>(make: () => T): (client: OperationClient | Client) => T {
  const values = new WeakMap<object, T>();
  return (client) => {
    const connection = OperationClient.connectionOf(client);
    if (!values.has(connection)) values.set(connection, make());
    return values.get(connection) as T;
  };
}
