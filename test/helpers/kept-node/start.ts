import { Pool } from "./pool.ts";

/** Starts the pool for a whole run. */
export default async function startPool(): Promise<() => void> {
  const pool = new Pool();
  process.env.KEPT_NODE_PORT = String(await pool.listen());
  return () => pool.close();
}
