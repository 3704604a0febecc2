import { type CompanionEntry, companion, same } from "./entry.ts";

const numbers = [
  ...["#3", "#4", "#8"].flatMap((number) => [`${number} params.project_id`, `${number} params.region_id`]),
  ...["#5 params.region_id", "#11 params.region_id", "#10 params.id", "#12 params.id", "#14 params.client_id"],
  ...["#5 body.client_id", "#6 body.region_id"],
];

/** Ids in requests. */
export const idCompanion: readonly CompanionEntry[] = companion(
  "ours",
  "ids are counted from 1: a lower one is a slip that would only come back as not found",
  "",
  same(numbers, { min: 1 }),
);
