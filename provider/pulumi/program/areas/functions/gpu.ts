// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getGpuClusters, getServers } from "../../../../functions/gpu.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/gpu.ts";

/** {@link getGpuClusters} that takes Inputs. */
export const getGpuClustersOutput = outputOf(getGpuClusters);

/** {@link getServers} that takes Inputs. */
export const getServersOutput = outputOf(getServers);
