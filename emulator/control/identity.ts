import type { Platform } from "../platform.ts";

/** Identifies this emulator: the client of its key, which the platform's responses show, and the directory of its state. */
export function identityOf({ clientId, database }: Platform) {
  return { clientId, dataDirectory: database.directory ?? null };
}
