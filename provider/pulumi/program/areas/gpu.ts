import { getGpuClusters, getServers } from "../../../functions/gpu.ts";
import { outputOf } from "./output.ts";

export { getGpuClusters, getServers, iterateServers } from "../../../functions/gpu.ts";
export type * from "../../../types/gpu.ts";

/** {@link getServers} that takes Inputs. */
export const getServersOutput = outputOf(getServers);

/** {@link getGpuClusters} that takes Inputs. */
export const getGpuClustersOutput = outputOf(getGpuClusters);
