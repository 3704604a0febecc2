import { cluster, kubeconfig } from "../../api/index.ts";
import { clusterList } from "../../api/kubernetes/cluster.ts";
import { versionList } from "../../api/kubernetes/version.ts";
import { clusterDefinition } from "../../resources/cluster/definition.ts";
import { inputsOf, type Part, type Root } from "../root.ts";

const authenticationFile = { file: "kubernetes/authentication" };
const networkFile = { file: "kubernetes/network" };
const loggingFile = { file: "kubernetes/logging" };
const poolFile = { file: "kubernetes/pool" };

const clusterDescription = "A Kubernetes cluster as the platform returns it.";

const clusterParts: Record<string, Part> = {
  pools: { name: "PoolResult", ...poolFile, description: "A pool of nodes as the platform returns it." },
  authentication: { name: "AuthenticationResult", ...authenticationFile },
  "authentication.oidc": { name: "OidcResult", ...authenticationFile },
  cni: { name: "CniResult", ...networkFile },
  "cni.cilium": { name: "CiliumResult", ...networkFile },
  ddosProfile: { name: "DdosProfileResult", ...networkFile },
  "ddosProfile.fields": {
    name: "DdosProfileFieldResult",
    ...networkFile,
    description: "A field of the profile that protects from DDoS, as the platform returns it.",
  },
  logging: { name: "LoggingResult", ...loggingFile },
  "logging.retentionPolicy": { name: "LogRetentionResult", ...loggingFile },
};

export const kubernetesRoots: Root[] = [
  {
    name: "ClusterInputs",
    file: "kubernetes/cluster",
    ...inputsOf(clusterDefinition),
    description: "Inputs of a Kubernetes cluster.",
    source: "platform-api §2.3, §4 #3; companion §2.3",
    parts: {
      pools: { name: "Pool", ...poolFile, description: "A pool of nodes." },
      authentication: { name: "Authentication", ...authenticationFile },
      "authentication.oidc": {
        name: "Oidc",
        ...authenticationFile,
        description: "Log-in through OpenID Connect.",
      },
      cni: { name: "Cni", ...networkFile, description: "Network plugin of a cluster." },
      "cni.cilium": { name: "CiliumOptions", ...networkFile },
      ddosProfile: { name: "DdosProfile", ...networkFile },
      "ddosProfile.fields": {
        name: "DdosProfileField",
        ...networkFile,
        description: "A field of the profile that protects from DDoS.",
      },
      logging: { name: "Logging", ...loggingFile },
      "logging.retentionPolicy": { name: "LogRetention", ...loggingFile },
      timeouts: {
        name: "ClusterTimeouts",
        description: "How long operations on a cluster may take, such as `45m` or `1h30m`.",
      },
    },
  },
  {
    name: "ClusterResult",
    file: "kubernetes/cluster",
    schema: cluster,
    side: "output",
    description: clusterDescription,
    source: "platform-api §2.3; companion §2.4",
    parts: clusterParts,
  },
  {
    name: "GetClustersResult",
    file: "kubernetes/cluster",
    schema: clusterList,
    side: "output",
    description: "Kubernetes clusters of a project and region.",
    source: "companion §2.1",
    parts: {
      results: { name: "ClusterResult", description: clusterDescription },
      ...Object.fromEntries(Object.entries(clusterParts).map(([path, part]) => [`results.${path}`, part])),
    },
  },
  {
    name: "KubeconfigResult",
    file: "kubernetes/kubeconfig",
    schema: kubeconfig,
    side: "output",
    description: "Credentials of a Kubernetes cluster.",
    source: "companion §2.1",
  },
  {
    name: "VersionsResult",
    file: "kubernetes/version",
    schema: versionList,
    side: "output",
    description: "Versions of Kubernetes.",
    source: "companion §2.1",
    parts: { results: { name: "VersionResult", description: "A version of Kubernetes." } },
  },
];
