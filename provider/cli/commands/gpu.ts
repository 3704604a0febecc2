import { getServers } from "../../lookups/gpu.ts";
import { command } from "../command.ts";
import { listView } from "../view.ts";

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
