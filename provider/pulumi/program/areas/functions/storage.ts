// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getEvents, upsertEvents } from "../../../../functions/storage.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/storage.ts";

/** {@link getEvents} that takes Inputs. */
export const getEventsOutput = outputOf(getEvents);

/** {@link upsertEvents} that takes Inputs. */
export const upsertEventsOutput = outputOf(upsertEvents);
