import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { cloudPaging, projectAndRegion } from "../field.ts";
import { taskIds } from "../tasks/task.ts";
import { checkLimitsBody, checkLimitsResponse } from "./check-limits.ts";
import { cluster, clusterBody, clusterList, clusterPatch, kubeconfig } from "./cluster.ts";
import { flavorList } from "./flavor.ts";
import { upgradeBody, versionList } from "./version.ts";

const collection = "/cloud/v2/k8s/clusters/{project_id}/{region_id}";
const one = `${collection}/{cluster_name}`;
export const region = z.object(projectAndRegion);
export const clusterParams = region.extend({ cluster_name: z.string().min(1).describe("Name of the cluster.") });
const paging = z.object(cloudPaging);

export const kubernetesEndpoints = [
  endpoint({
    id: "clusters.create",
    area: "cloud",
    method: "POST",
    path: collection,
    summary: "Create a Kubernetes cluster",
    source: "platform-api §4 #3",
    params: region,
    body: clusterBody,
    response: taskIds,
  }),
  endpoint({
    id: "clusters.list",
    area: "cloud",
    method: "GET",
    path: collection,
    summary: "List Kubernetes clusters",
    source: "companion §2.1",
    params: region,
    query: paging,
    response: clusterList,
  }),
  endpoint({
    id: "clusters.get",
    area: "cloud",
    method: "GET",
    path: one,
    summary: "Read a Kubernetes cluster",
    source: "companion §2.1",
    params: clusterParams,
    response: cluster,
  }),
  endpoint({
    id: "clusters.patch",
    area: "cloud",
    method: "PATCH",
    path: one,
    summary: "Change a Kubernetes cluster",
    source: "companion §2.1, §2.5",
    params: clusterParams,
    body: clusterPatch,
    response: taskIds,
  }),
  endpoint({
    id: "clusters.delete",
    area: "cloud",
    method: "DELETE",
    path: one,
    summary: "Delete a Kubernetes cluster",
    source: "companion §2.1",
    params: clusterParams,
    query: z.object({
      volumes: z.string().optional().describe("Ids of volumes to delete with the cluster, joined by commas."),
    }),
    response: taskIds,
  }),
  endpoint({
    id: "clusters.upgrade",
    area: "cloud",
    method: "POST",
    path: `${one}/upgrade`,
    summary: "Upgrade a Kubernetes cluster",
    source: "companion §2.1",
    params: clusterParams,
    body: upgradeBody,
    response: taskIds,
  }),
  endpoint({
    id: "clusters.upgradeVersions",
    area: "cloud",
    method: "GET",
    path: `${one}/upgrade_versions`,
    summary: "List the versions to which a cluster can be upgraded",
    source: "companion §2.1",
    params: clusterParams,
    query: paging,
    response: versionList,
  }),
  endpoint({
    id: "clusters.config",
    area: "cloud",
    method: "GET",
    path: `${one}/config`,
    summary: "Read the kubeconfig of a cluster",
    source: "companion §2.1",
    params: clusterParams,
    response: kubeconfig,
  }),
  endpoint({
    id: "kubernetes.createVersions",
    area: "cloud",
    method: "GET",
    path: "/cloud/v2/k8s/{project_id}/{region_id}/create_versions",
    summary: "List the versions available for new clusters",
    source: "companion §2.1",
    params: region,
    query: paging,
    response: versionList,
  }),
  endpoint({
    id: "kubernetes.flavors",
    area: "cloud",
    method: "GET",
    path: "/cloud/v1/k8s/{project_id}/{region_id}/flavors",
    summary: "List node flavors",
    source: "companion §2.1",
    params: region,
    query: paging.extend({
      exclude_gpu: z.boolean().optional().describe("Omits flavors with GPUs."),
      include_prices: z.boolean().optional().describe("Includes prices in the response."),
    }),
    response: flavorList,
  }),
  endpoint({
    id: "kubernetes.checkLimits",
    area: "cloud",
    method: "POST",
    path: `${collection}/check_limits`,
    isSafe: true,
    summary: "Check pools against the quotas",
    source: "companion §2.1",
    params: region,
    body: checkLimitsBody,
    response: checkLimitsResponse,
  }),
] as const;
