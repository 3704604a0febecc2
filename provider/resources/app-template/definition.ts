import { z } from "zod";
import { appTemplateBody, appTemplateDetails } from "../../api/index.ts";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";

const providerInputs = z.object({
  force: z.boolean().optional().describe("Deletes the template even if it is shared with groups."),
  allow_duplicate: z
    .boolean()
    .optional()
    .describe("Creates the object even if an identical one exists outside the stack."),
});

const outputs = z.object({
  template_id: z.int().describe("Id of the template as a number."),
  api_type: appTemplateDetails.shape.api_type,
});

/** What an edge app template is. platform-api §2.8. */
export const appTemplateDefinition = {
  area: "edge",
  type: "AppTemplate",
  noun: "edge app template",
  schema: appTemplateBody,
  providerInputs,
  outputs,
  numericId: "templateId",
  identifyingInputs: ["binaryId", "owned", "params"],
  identity: { inputs: ["name"] },
  // Apps that were created from it keep what they have.
  losses: undefined,
  deletionLosses: ({ id }) => [`edge-app template ${id}, with its parameters`],
  adoption: {
    word: "app-template",
    importId: { form: "number of the template", example: "12" },
    // Declaring a template means owning it.
    assumed: { owned: true },
    // The platform returns null for no parameters (companion §5.3).
    absent: { params: [] },
  },
} as const satisfies ResourceDefinition;
