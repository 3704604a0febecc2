import { z } from "zod";

const properties = z.record(z.string(), z.unknown());

const resource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  /** URN; absent for the stack and for a provider. */
  parent: z.string().optional(),
  /** Read by `.get`: managed by another program, or not at all. */
  external: z.boolean().optional(),
  /** The old object of an interrupted replacement. */
  delete: z.boolean().optional(),
  /** Its object was deleted, and the replacement is not created yet. */
  pendingReplacement: z.boolean().optional(),
  /** Its deletion leaves the object on the platform. */
  retainOnDelete: z.boolean().optional(),
  /** `<urn>::<id>` of its provider. */
  provider: z.string().optional(),
  inputs: properties.optional(),
  outputs: properties.optional(),
  initErrors: z.array(z.string()).optional(),
});

const operation = z.looseObject({
  type: z.string(),
  resource: z.looseObject({ urn: z.string(), inputs: properties.optional() }),
});

const manifest = z.looseObject({ time: z.string().optional() }).optional();

/** The output of `pulumi stack export`. A stack that was never updated has no deployment. */
const exportedState = z.looseObject({
  deployment: z
    .looseObject({
      manifest,
      resources: z
        .array(resource)
        .nullish()
        .transform((list) => list ?? []),
      pending_operations: z
        .array(operation)
        .nullish()
        .transform((list) => list ?? []),
    })
    .nullish()
    .transform((deployment) => deployment ?? { manifest: undefined, resources: [], pending_operations: [] }),
});

/** The content of a state. */
export type Deployment = z.output<typeof exportedState>["deployment"];

/** Parses the resources and the operations that an interrupted update left pending. Secrets stay as they are in the text. */
export function parseState(text: string): Deployment {
  return exportedState.parse(JSON.parse(text)).deployment;
}

/**
 * Like {@link parseState}, but returns undefined if the value is not an export. The export of a stack that was never updated
 * names no deployment.
 */
export function parseStateOrUndefined(json: unknown): Deployment | undefined {
  const isExport = json !== null && typeof json === "object" && "deployment" in json;
  return isExport ? exportedState.safeParse(json).data?.deployment : undefined;
}
