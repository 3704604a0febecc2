import { z } from "zod";

const properties = z.record(z.string(), z.unknown());

const resource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  /** URN; absent of the stack, and of a provider. */
  parent: z.string().optional(),
  /** Read by `.get`: another program, or nobody, manages it. */
  external: z.boolean().optional(),
  /** The old object of a replacement that was interrupted. */
  delete: z.boolean().optional(),
  /** Its object was deleted, and the one that replaces it is not created yet. */
  pendingReplacement: z.boolean().optional(),
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

/** What `pulumi stack export` prints. A stack that was never updated has no deployment. */
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

/** What a state holds. */
export type Deployment = z.output<typeof exportedState>["deployment"];

/** Resources, and what an interrupted update left pending. Secrets stay as the text has them. */
export function parseState(text: string): Deployment {
  return exportedState.parse(JSON.parse(text)).deployment;
}

/** Like {@link parseState}; undefined for what is no export. One of a stack that was never updated names no deployment. */
export function parseStateOrUndefined(json: unknown): Deployment | undefined {
  const isExport = json !== null && typeof json === "object" && "deployment" in json;
  return isExport ? exportedState.safeParse(json).data?.deployment : undefined;
}
