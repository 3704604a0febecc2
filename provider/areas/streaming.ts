import { getStreams } from "../lookups/streaming.ts";
import { outputOf } from "./output.ts";

export { type GetStreamsArgs, getStreams, iterateStreams } from "../lookups/streaming.ts";

/** {@link getStreams} that takes Inputs. */
export const getStreamsOutput = outputOf(getStreams);
