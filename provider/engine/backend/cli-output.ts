import { z } from "zod";

/** What `pulumi stack ls --all --json` prints. */
export const listSchema = z.array(
  z.looseObject({
    /** `dev`, `organization/dev` or `organization/project/dev`: the current project and the default organization are left out. */
    name: z.string(),
    /** The stack is selected in this project. */
    current: z.boolean().optional(),
    lastUpdate: z.string().optional(),
    updateInProgress: z.boolean().optional(),
    resourceCount: z.number().optional(),
    /** The stack's page in Pulumi Cloud. */
    url: z.string().optional(),
  }),
);

export type ListedStack = z.output<typeof listSchema>[number];

/** What `pulumi stack history --json` prints. */
export const historySchema = z.array(
  z.looseObject({ startTime: z.string(), endTime: z.string(), result: z.string().optional() }),
);
