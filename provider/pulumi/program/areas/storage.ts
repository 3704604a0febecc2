import { getEvents, upsertEvents } from "../../../functions/storage.ts";
import { outputOf } from "./output.ts";

export { getEvents, upsertEvents } from "../../../functions/storage.ts";
export type * from "../../../types/storage.ts";

/** {@link upsertEvents} that takes Inputs. */
export const upsertEventsOutput = outputOf(upsertEvents);

/** {@link getEvents} that takes Inputs. */
export const getEventsOutput = outputOf(getEvents);
