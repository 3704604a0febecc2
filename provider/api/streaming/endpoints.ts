import { endpoint } from "../endpoint.ts";
import { listOf } from "../field.ts";
import { stream, streamsQuery } from "./stream.ts";

export const streamingEndpoints = [
  endpoint({
    id: "streams.list",
    area: "streaming",
    method: "GET",
    path: "/streaming/streams",
    summary: "List live streams",
    source: "platform-api §4 #1",
    query: streamsQuery,
    response: listOf(stream),
  }),
] as const;
