import type { Client } from "./client.ts";
import { OperationClient } from "./operation-client.ts";

/** One value per platform and key, created on first use and shared by all operations of a process. */
export function perClient<T>(make: () => T): (client: OperationClient | Client) => T {
  const values = new WeakMap<object, T>();
  return (client) => {
    const connection = OperationClient.connectionOf(client);
    if (!values.has(connection)) values.set(connection, make());
    return values.get(connection) as T;
  };
}
