import { getCluster, getClusters, getFlavors, getKubeconfig, getVersions } from "../../../functions/kubernetes.ts";
import { outputOf } from "./output.ts";

export {
  getCluster,
  getClusters,
  getFlavors,
  getKubeconfig,
  getVersions,
  iterateClusters,
} from "../../../functions/kubernetes.ts";
export type { ClusterPool } from "../../../resources/cluster/definition.ts";
export type * from "../../../types/kubernetes.ts";
export type { ClusterArgs } from "../resources/cluster.ts";
export { Cluster } from "../resources/cluster.ts";

/** {@link getCluster} that takes Inputs. */
export const getClusterOutput = outputOf(getCluster);

/** {@link getClusters} that takes Inputs. */
export const getClustersOutput = outputOf(getClusters);

/** {@link getVersions} that takes Inputs. */
export const getVersionsOutput = outputOf(getVersions);

/** {@link getFlavors} that takes Inputs. */
export const getFlavorsOutput = outputOf(getFlavors);

/** {@link getKubeconfig} that takes Inputs. The credentials are secret: encrypted in state and hidden in output. */
export const getKubeconfigOutput = outputOf(getKubeconfig, { secret: true });
