import { getGpuClusters, getServers } from "../../functions/gpu.ts";
import { command } from "../lookup-command.ts";
import { listView } from "../view.ts";

export const gpuCommands = [
  command("clusters", getGpuClusters, {
    example: "gpu clusters --project-id 1 --region-id 76",
    view: ({ results, count }) =>
      listView(
        [
          ["ID", (cluster) => cluster.id],
          ["NAME", (cluster) => cluster.name],
          ["STATUS", (cluster) => cluster.status],
          ["FLAVOR", (cluster) => cluster.flavor],
          ["SERVERS", (cluster) => cluster.serversCount],
          ["CREATED", (cluster) => cluster.createdAt],
        ],
        results,
        count,
      ),
  }),
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
