import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { cloudPaging } from "../field.ts";
import { taskIds } from "../tasks/task.ts";
import { checkLimitsResponse, checkPoolLimitsBody } from "./check-limits.ts";
import { clusterParams, region } from "./endpoints.ts";
import { pool, poolBody, poolList, poolPatch, poolResize } from "./pool.ts";

const clusters = "/cloud/v2/k8s/clusters/{project_id}/{region_id}";
const collection = `${clusters}/{cluster_name}/pools`;
const one = `${collection}/{pool_name}`;
const poolParams = clusterParams.extend({ pool_name: z.string().min(1).describe("Name of the pool.") });

export const poolEndpoints = [
  endpoint({
    id: "pools.list",
    area: "cloud",
    method: "GET",
    path: collection,
    summary: "List the pools of a cluster",
    source: "companion §2.1",
    params: clusterParams,
    query: z.object(cloudPaging),
    response: poolList,
  }),
  endpoint({
    id: "pools.create",
    area: "cloud",
    method: "POST",
    path: collection,
    summary: "Add a pool to a cluster",
    source: "companion §2.1",
    params: clusterParams,
    body: poolBody,
    response: taskIds,
  }),
  // The path contains no cluster name: the platform's Terraform provider calls it beside the check of whole clusters.
  endpoint({
    id: "pools.checkLimits",
    area: "cloud",
    method: "POST",
    path: `${clusters}/pools/check_limits`,
    isSafe: true,
    summary: "Check a pool against the quotas",
    source: "companion §2.1",
    params: region,
    body: checkPoolLimitsBody,
    response: checkLimitsResponse,
  }),
  endpoint({
    id: "pools.get",
    area: "cloud",
    method: "GET",
    path: one,
    summary: "Read a pool",
    source: "companion §2.1",
    params: poolParams,
    response: pool,
  }),
  endpoint({
    id: "pools.patch",
    area: "cloud",
    method: "PATCH",
    path: one,
    summary: "Change a pool immediately, without a task",
    source: "companion §2.1, §2.5",
    params: poolParams,
    body: poolPatch,
    response: pool,
  }),
  endpoint({
    id: "pools.delete",
    area: "cloud",
    method: "DELETE",
    path: one,
    summary: "Delete a pool",
    source: "companion §2.1",
    params: poolParams,
    response: taskIds,
  }),
  endpoint({
    id: "pools.resize",
    area: "cloud",
    method: "POST",
    path: `${one}/resize`,
    summary: "Set the number of nodes of a pool",
    source: "companion §2.1",
    params: poolParams,
    body: poolResize,
    response: taskIds,
  }),
] as const;
