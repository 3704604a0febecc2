import { z } from "zod";

/** The input of each resource that has secrets: whether they are stored. */
export const writeOnlyInput = {
  write_only: z
    .boolean()
    .optional()
    .describe(
      "Keeps secrets out of state, also encrypted ones: a keyed hash stands in for each value that is always secret, and for each header that the program makes secret.",
    ),
};
