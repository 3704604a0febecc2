import { type CompanionEntry, companion } from "./entry.ts";

const stream = "#1 response[].";

export const streamingCompanion: readonly CompanionEntry[] = [
  ...companion("ours", "pages are counted from 1", "#1 query.", { page: { min: 1 } }),
  ...companion("ours", "a response without it is none", stream, { id: { required: true } }),
  ...companion(
    "ours",
    "support may raise the bound (platform-api §8), and one stream must not break the list",
    stream,
    {
      dvr_duration: { min: undefined, max: undefined },
    },
  ),
  ...companion("ours", "bounds are for what is sent; what the platform holds is read as it is", stream, {
    client_entity_data: { max: undefined },
  }),
  ...companion("ours", "a value that comes later must not break the list", stream, {
    record_type: { values: undefined, seen: ["origin", "transcoded"] },
    projection: { values: undefined, seen: ["regular", "vr360", "vr180", "vr360tb"] },
  }),
];
