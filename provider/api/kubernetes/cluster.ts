import { z } from "zod";
import { pageOf, textMap, timestamp, uuid } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { uniqueBy } from "../rules.ts";
import { typeNames } from "../type-names.ts";
import { authentication, authenticationRecord } from "./authentication.ts";
import { cni, cniRecord } from "./cni.ts";
import { ddosProfile, ddosProfileRecord } from "./ddos-profile.ts";
import { ipPools } from "./ip-pools.ts";
import { logging, loggingRecord } from "./logging.ts";
import { kubernetesName } from "./name.ts";
import { pool, poolBody } from "./pool.ts";
import { version } from "./version.ts";

const { clusterNameLength, keypairLength, pools } = limits.kubernetes;

/** Empty means none, since the contract's default is the empty text (platform-api §2.3). */
const uuidOrNone = z
  .union([uuid, z.literal("")], { error: "must be a UUID, or empty for none" })
  .nullable()
  .default("");

const autoscalerConfig = textMap
  .nullish()
  .describe("Parameters of the autoscaler by name; a change replaces all parameters.");

/** Body of create. platform-api §2.3, bounds also §8; patterns and further rules: companion §2.3. */
export const clusterBody = z.object({
  name: kubernetesName(clusterNameLength)
    .register(fieldMetadata, { immutable: true })
    .describe("Name of the cluster, unique in its project and region."),
  keypair: z
    .string()
    .min(keypairLength.min)
    .max(keypairLength.max)
    .regex(/^[A-Za-z0-9 ._-]+$/, { error: "must contain only letters, digits, spaces, dots, underscores and hyphens" })
    .register(fieldMetadata, { immutable: true })
    .describe("Name of the SSH key pair of the nodes."),
  version,
  pools: uniqueBy(z.array(poolBody).min(pools.min), "name")
    .register(fieldMetadata, { listKey: "name", changeText: "in place, pool by pool" })
    .describe("Pools of nodes; at least one."),
  authentication,
  autoscaler_config: autoscalerConfig,
  cni,
  ddos_profile: ddosProfile,
  fixed_network: uuidOrNone
    .register(fieldMetadata, { serverDefault: true, immutable: true })
    .describe("Network of the nodes (UUID). Empty: none."),
  fixed_subnet: uuidOrNone
    .register(fieldMetadata, { serverDefault: true, immutable: true })
    .describe("Subnet of the nodes (UUID). Empty: none."),
  is_ipv6: z
    .boolean()
    .nullable()
    .default(false)
    .register(fieldMetadata, { immutable: true })
    .describe("Enables public IPv6 addresses."),
  logging,
  ...ipPools,
});

/** Fields that a task changes in place; any other change needs a new cluster. companion §2.5. */
export const clusterPatch = z.object({
  authentication,
  autoscaler_config: autoscalerConfig,
  cni,
  ddos_profile: ddosProfile,
  logging,
});

/** States of a cluster; none of them means failure. companion §2.2. */
export const clusterStatuses = ["Provisioning", "Provisioned", "Deleting"] as const;

/** A cluster as the platform returns it. companion §2.4. */
export const cluster = z
  .looseObject({
    id: z.string().describe("Cluster id (UUID). A cluster that is recreated with the same name has a new id."),
    name: z.string().describe("Name of the cluster, which identifies it in requests."),
    status: z.string().describe("`Provisioning`, `Provisioned` or `Deleting`."),
    version: z.string().describe("Version of Kubernetes with its `v`."),
    keypair: z.string().nullish().describe("Name of the SSH key pair; omitted by some platforms."),
    pools: z.array(pool).describe("Pools of nodes, in any order."),
    is_public: z.boolean().nullish().describe("Whether the cluster is reachable from the internet."),
    task_id: z.string().nullish().describe("Task that has locked the cluster. null: not locked."),
    creator_task_id: z.string().nullish().describe("Task that created the cluster."),
    authentication: authenticationRecord.nullish().describe("How users authenticate."),
    autoscaler_config: textMap.nullish().describe("Parameters of the autoscaler."),
    cni: cniRecord.nullish().describe("Network plugin."),
    ddos_profile: ddosProfileRecord.nullish().describe("DDoS protection."),
    logging: loggingRecord.nullish().describe("Logs of the cluster."),
    fixed_network: z.string().nullish().describe("Network of the nodes. Empty: none."),
    fixed_subnet: z.string().nullish().describe("Subnet of the nodes. Empty: none."),
    is_ipv6: z.boolean().nullish().describe("Whether public IPv6 addresses are on."),
    pods_ip_pool: z.string().nullish().describe("IPv4 network of the pods."),
    services_ip_pool: z.string().nullish().describe("IPv4 network of the services."),
    pods_ipv6_pool: z.string().nullish().describe("IPv6 network of the pods."),
    services_ipv6_pool: z.string().nullish().describe("IPv6 network of the services."),
    created_at: timestamp.nullish().describe("When the cluster was created."),
  })
  .register(typeNames, {
    token: "kubernetes/cluster:ClusterResult",
    description: "A Kubernetes cluster as the platform returns it.",
    source: "platform-api §2.3; companion §2.4",
  });

export const clusterList = pageOf(cluster).register(typeNames, {
  token: "kubernetes/cluster:GetClustersResult",
  description: "Kubernetes clusters of a project and region.",
  source: "companion §2.1",
});

/** Credentials of a cluster. companion §2.1. */
export const kubeconfig = z
  .looseObject({
    config: z.string().register(fieldMetadata, { secret: true }).describe("The kubeconfig file, YAML."),
    created_at: timestamp.nullish().describe("When it was created."),
    expires_at: timestamp.nullish().describe("When it expires."),
    host: z.string().nullish().describe("Address of the API server."),
    client_certificate: z
      .string()
      .nullish()
      .register(fieldMetadata, { secret: true })
      .describe("Client certificate, base64."),
    client_key: z.string().nullish().register(fieldMetadata, { secret: true }).describe("Client key, base64."),
    cluster_ca_certificate: z.string().nullish().describe("Certificate of the cluster's authority, base64."),
  })
  .register(typeNames, {
    token: "kubernetes/kubeconfig:KubeconfigResult",
    description: "Credentials of a Kubernetes cluster.",
    source: "companion §2.1",
  });

export type ClusterRecord = z.output<typeof cluster>;
