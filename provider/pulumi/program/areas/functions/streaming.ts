// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getStreams } from "../../../../functions/streaming.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/streaming.ts";

/** {@link getStreams} that takes Inputs. */
export const getStreamsOutput = outputOf(getStreams);
