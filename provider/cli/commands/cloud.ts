import { getRuleTemplate, getRuleTemplates } from "../../lookups/cdn.ts";
import { getServers } from "../../lookups/gpu.ts";
import { getCluster, getClusters, getKubeconfig, getVersions } from "../../lookups/kubernetes.ts";
import { getReservation, getReservations } from "../../lookups/reservations.ts";
import { command } from "../command.ts";
import { factsView, listView, tableView } from "../view.ts";

export const gpuCommands = [
  command("servers", getServers, {
    positional: ["clusterId"],
    example: "gpu servers 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11 --all",
    view: ({ results, count }) =>
      listView(
        [
          ["NAME", (server) => server.name],
          ["STATUS", (server) => server.status],
          ["FLAVOR", (server) => server.flavor],
          ["ADDRESSES", (server) => server.ipAddresses],
          ["TAGS", (server) => server.tags?.map((tag) => `${tag.key}=${tag.value ?? ""}`)],
          ["CREATED", (server) => server.createdAt],
          ["ID", (server) => server.id],
        ],
        results,
        count,
      ),
  }),
];

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
  command("kubeconfig", getKubeconfig, {
    positional: ["name"],
    example: "kubernetes kubeconfig edge-1 --project-id 1 --region-id 76 > kubeconfig.yaml",
    view: ({ config }) => ({ text: config.trimEnd() }),
  }),
];

export const reservationCommands = [
  command("list", getReservations, {
    example: "reservations list --status ACTIVATED",
    view: ({ results, count }) =>
      listView(
        [
          ["ID", (one) => one.id],
          ["NAME", (one) => one.name],
          ["STATUS", (one) => one.status],
          ["REGION", (one) => one.regionName ?? one.regionId],
          ["FROM", (one) => one.activeFrom],
          ["TO", (one) => one.activeTo],
          ["TOTAL", (one) => one.amountPrices?.commitPriceTotal],
          ["CURRENCY", (one) => one.amountPrices?.currencyCode],
        ],
        results,
        count,
      ),
  }),
  command("get", getReservation, {
    positional: ["id"],
    example: "reservations get 12",
    view: (one) =>
      tableView(
        [
          ["RESOURCE", (each) => each.resourceName],
          ["COUNT", (each) => each.resourceCount],
          ["PER MONTH", (each) => each.commitPricePerMonth],
          ["TOTAL", (each) => each.commitPriceTotal],
        ],
        one.resources ?? [],
        [
          ["ID", one.id],
          ["Name", one.name],
          ["Status", one.status],
          ["Region", one.regionName ?? one.regionId],
          ["Active", one.activeFrom ? `${one.activeFrom} to ${one.activeTo}` : undefined],
          ["Total", `${one.amountPrices?.commitPriceTotal ?? "-"} ${one.amountPrices?.currencyCode ?? ""}`],
          ["Error", one.error],
        ],
      ),
  }),
];

export const cdnCommands = [
  command("rule-templates", getRuleTemplates, {
    example: "cdn rule-templates",
    view: (templates) =>
      listView(
        [
          ["ID", (one) => one.id],
          ["NAME", (one) => one.name],
          ["RULE", (one) => one.rule],
          ["WEIGHT", (one) => one.weight],
          ["SYSTEM", (one) => one.default === true],
        ],
        templates,
      ),
  }),
  command("rule-template", getRuleTemplate, {
    positional: ["id"],
    example: "cdn rule-template 1",
    view: (one) =>
      factsView([
        ["ID", one.id],
        ["Name", one.name],
        ["Rule", one.rule],
        ["Rule type", one.ruleType],
        ["Weight", one.weight],
        ["Origin protocol", one.overrideOriginProtocol],
        ["System template", one.default === true],
        ...Object.entries(one.options ?? {})
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => [`Option ${name}`, JSON.stringify(value)] as const),
      ]),
  }),
];
