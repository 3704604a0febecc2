import { type CompanionEntry, companion, same } from "./entry.ts";

export const gpuCompanion: readonly CompanionEntry[] = [
  ...companion("ours", "a response without it is none", "#8 response.", {
    ...same(["results[].id", "results[].status", "results[].tags[].key"], { required: true }),
  }),
  ...companion("ours", "ids in answers are read as text: nothing depends on their form", "#8 response.", {
    "results[].id": { form: undefined },
  }),
];
