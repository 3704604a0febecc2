import { getCluster, getClusters, getFlavors, getKubeconfig, getVersions } from "../../functions/kubernetes.ts";
import { command } from "../lookup-command.ts";
import { listView, tableView } from "../view.ts";

export const kubernetesCommands = [
  command("clusters", getClusters, {
    example: "kubernetes clusters --project-id 1 --region-id 76",
    view: ({ results, count }) =>
      listView(
        [
          ["NAME", (cluster) => cluster.name],
          ["STATUS", (cluster) => cluster.status],
          ["VERSION", (cluster) => cluster.version],
          ["POOLS", (cluster) => cluster.pools.map((pool) => `${pool.name} (${pool.nodeCount ?? 0})`)],
          ["CREATED", (cluster) => cluster.createdAt],
        ],
        results,
        count,
      ),
  }),
  command("cluster", getCluster, {
    positional: ["name"],
    example: "kubernetes cluster edge-1 --project-id 1 --region-id 76",
    view: (cluster) =>
      tableView(
        [
          ["POOL", (pool) => pool.name],
          ["STATUS", (pool) => pool.status],
          ["FLAVOR", (pool) => pool.flavorId],
          ["NODES", (pool) => pool.nodeCount],
          ["MIN", (pool) => pool.minNodeCount],
          ["MAX", (pool) => pool.maxNodeCount],
        ],
        cluster.pools,
        [
          ["Name", cluster.name],
          ["Status", cluster.status],
          ["Version", cluster.version],
          ["Key pair", cluster.keypair],
          ["Created", cluster.createdAt],
          ["ID", cluster.id],
          ["Locked by task", cluster.taskId],
        ],
      ),
  }),
  command("versions", getVersions, {
    positional: ["name"],
    example: "kubernetes versions --project-id 1 --region-id 76",
    view: ({ results }) => ({ text: results.map((one) => one.version).join("\n") }),
  }),
  command("flavors", getFlavors, {
    example: "kubernetes flavors --project-id 1 --region-id 76 --include-prices",
    view: ({ results, count }) =>
      listView(
        [
          ["FLAVOR", (one) => one.flavorId],
          ["CLASS", (one) => one.resourceClass],
          ["VCPUS", (one) => one.vcpus],
          ["RAM MIB", (one) => one.ram],
          ["GPU", (one) => one.hardwareDescription?.gpu],
          ["FREE", (one) => one.capacity],
          ["DISABLED", (one) => (one.disabled === true ? "yes" : undefined)],
          [
            "AN HOUR",
            (one) => (one.pricePerHour == null ? undefined : `${one.pricePerHour} ${one.currencyCode ?? ""}`),
          ],
        ],
        results,
        count,
      ),
  }),
  command("kubeconfig", getKubeconfig, {
    positional: ["name"],
    example: "kubernetes kubeconfig edge-1 --project-id 1 --region-id 76 > kubeconfig.yaml",
    view: ({ config }) => ({ text: config.trimEnd() }),
  }),
];
