import { getServers } from "../lookups/gpu.ts";
import { outputOf } from "./output.ts";

export { getServers, iterateServers } from "../lookups/gpu.ts";
export type * from "../types/gpu.ts";

/** {@link getServers} that takes Inputs. */
export const getServersOutput = outputOf(getServers);
