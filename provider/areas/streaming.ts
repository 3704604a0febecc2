import { getStreams } from "../lookups/streaming.ts";
import { outputOf } from "./output.ts";

export { getStreams, iterateStreams } from "../lookups/streaming.ts";
export type * from "../types/streaming.ts";

/** {@link getStreams} that takes Inputs. */
export const getStreamsOutput = outputOf(getStreams);
