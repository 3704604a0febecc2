import { getStreams } from "../../../functions/streaming.ts";
import { outputOf } from "./output.ts";

export { getStreams, iterateStreams } from "../../../functions/streaming.ts";
export type * from "../../../types/streaming.ts";

/** {@link getStreams} that takes Inputs. */
export const getStreamsOutput = outputOf(getStreams);
