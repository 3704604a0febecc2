import { getServers } from "../lookups/gpu.ts";
import { outputOf } from "./output.ts";

export { type GetServersArgs, getServers, iterateServers } from "../lookups/gpu.ts";

/** {@link getServers} that takes Inputs. */
export const getServersOutput = outputOf(getServers);
