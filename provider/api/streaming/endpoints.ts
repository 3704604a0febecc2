import { z } from "zod";
import { endpoint } from "../endpoint.ts";
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
    response: z.array(stream),
  }),
] as const;
