import { z } from "zod";
import { secret, secretBody } from "../../api/index.ts";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";
import { writeOnlyInput } from "../write-only-input.ts";
import { secretLosses } from "./losses.ts";

/** What a secret of edge apps is. platform-api §2.10; companion §5.1, §5.2. */
export const secretDefinition = {
  area: "edge",
  type: "Secret",
  noun: "edge secret",
  schema: secretBody,
  providerInputs: z.object(writeOnlyInput),
  outputs: z.object({
    secret_id: z.int().describe("Id of the secret as a number."),
    app_count: secret.shape.app_count,
  }),
  numericId: "secretId",
  identifyingInputs: ["name", "secretSlots"],
  identity: { inputs: ["name"], isUnique: true },
  losses: secretLosses,
  deletionLosses: ({ id }) => [`edge secret ${id}, with values that the platform never returns`],
  adoption: {
    word: "secret",
    importId: { form: "number of the secret", example: "3" },
    undeclarable: "the platform does not return its values: declare it with them and with the option import",
    // companion §5.1
    withheld:
      "the platform does not return its values, so the program declares its slots without them; a later change of the slots needs the values of all.",
  },
} as const satisfies ResourceDefinition;
