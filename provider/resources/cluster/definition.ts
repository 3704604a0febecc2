import { z } from "zod";
import { fieldMetadata } from "../../api/field-metadata.ts";
import { clusterBody, projectAndRegion } from "../../api/index.ts";
import { typeNames } from "../../api/type-names.ts";
import { parseDuration } from "../../client/duration.ts";
import type { ResourceDefinition } from "../../engine/definition.ts";

/** The inputs: where the cluster is, and the body of its creation. platform-api §2.3. */
export const clusterSchema = z
  .object({
    project_id: projectAndRegion.project_id.register(fieldMetadata, { immutable: true }),
    region_id: projectAndRegion.region_id.register(fieldMetadata, { immutable: true }),
    ...clusterBody.shape,
  })
  .register(typeNames, {
    token: "kubernetes/cluster:ClusterInputs",
    description: "Inputs of a Kubernetes cluster.",
    source: "platform-api §2.3, §4 #3; companion §2.3",
  });

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, { error: 'must be a duration such as "45m" or "1h30m"' })
  .optional();

const providerInputs = z.object({
  timeouts: z
    .object({
      create: duration.describe("To create the cluster."),
      update: duration.describe("For all steps of a change together."),
      delete: duration.describe("To delete the cluster."),
    })
    .register(typeNames, {
      token: "kubernetes/cluster:ClusterTimeouts",
      description: "How long operations on a cluster may take, such as `45m` or `1h30m`.",
    })
    .optional()
    .describe("How long operations may take. Default: the setting pollTimeoutSeconds."),
});

/** What a Kubernetes cluster is. platform-api §2.3. */
export const clusterDefinition = {
  area: "kubernetes",
  type: "Cluster",
  noun: "Kubernetes cluster",
  schema: clusterSchema,
  providerInputs,
  fromSettings: ["projectId", "regionId"],
  identifyingInputs: ["keypair", "pools", "version"],
  waits: true,
  adoption: {
    word: "cluster",
    importId: { form: "`<projectId>/<regionId>/<name>`, or with colons", example: "1/76/edge-1" },
  },
} as const satisfies ResourceDefinition;
