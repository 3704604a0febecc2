import { type CompanionEntry, companion, same } from "./entry.ts";

const counts = [
  ...["reaching_files_quantity[].count", "reaching_used_requests[].count"],
  ...["reaching_used_space[].bytes", "reaching_used_traffic[].bytes"],
];

/** The largest 64-bit number that a double in JSON Schema can express. */
const max = 2 ** 64 - 2048;

export const storageCompanion: readonly CompanionEntry[] = ["#13 body.", "#13 response."].flatMap((prefix) =>
  companion(
    "companion §6.1",
    "counts and bytes are unsigned 64-bit integers",
    prefix,
    same(counts, { min: 0, max, pattern: "uint64" }),
  ),
);
