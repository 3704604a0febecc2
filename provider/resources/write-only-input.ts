import { z } from "zod";

/** The input of each resource that has secrets: whether they are stored. */
export const writeOnlyInput = {
  write_only: z
    .boolean()
    .optional()
    .describe(
      "Keeps secrets out of state: a keyed hash replaces each value that is always secret, and each header that the program marks as secret.",
    ),
};
