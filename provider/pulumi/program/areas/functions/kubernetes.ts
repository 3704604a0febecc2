// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getCluster, getClusters, getFlavors, getKubeconfig, getVersions } from "../../../../functions/kubernetes.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/kubernetes.ts";

/** {@link getCluster} that takes Inputs. */
export const getClusterOutput = outputOf(getCluster);

/** {@link getClusters} that takes Inputs. */
export const getClustersOutput = outputOf(getClusters);

/** {@link getFlavors} that takes Inputs. */
export const getFlavorsOutput = outputOf(getFlavors);

/** {@link getKubeconfig} that takes Inputs. Its result is secret: encrypted in state and hidden in output. */
export const getKubeconfigOutput = outputOf(getKubeconfig);

/** {@link getVersions} that takes Inputs. */
export const getVersionsOutput = outputOf(getVersions);
