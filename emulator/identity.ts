import { randomInt } from "node:crypto";
import type { Database } from "./store/database.ts";

/** The client in data directories of earlier releases, whose records contain it. */
const earlierClient = 5;

/**
 * The client of the accepted key, which the platform reports as the account (`client` of rule templates, `client_id` of tasks).
 * It is chosen once for each data directory, and survives a reset.
 */
export function clientOf(database: Database, given: number | undefined): number {
  database.create("CREATE TABLE IF NOT EXISTS identity (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL)");
  const kept = database.prepare("SELECT client_id FROM identity").get()?.client_id;
  const client = given ?? (kept === undefined ? newClient(database) : Number(kept));
  if (client !== kept)
    database.write(() => database.prepare("INSERT OR REPLACE INTO identity (id, client_id) VALUES (1, ?)").run(client));
  return client;
}

function newClient(database: Database): number {
  const hasRecords = database.prepare(`SELECT EXISTS (SELECT 1 FROM "priceList") AS present`).get()?.present === 1;
  // Real ids have six or more digits; a random id with nine digits is practically unique.
  return hasRecords ? earlierClient : randomInt(100_000_000, 1_000_000_000);
}
