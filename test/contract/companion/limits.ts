/** Name of the exported limit for each limit of platform-api §8. */
export const contractLimits: Readonly<Record<string, string>> = {
  "dvr_duration of a live stream": "streaming.dvrDuration",
  "length of client_entity_data": "streaming.clientEntityDataLength",
  "length of rule": "cdn.ruleLength",
  ruleType: "cdn.ruleType",
  weight: "cdn.weight",
  "length of a cluster's name": "kubernetes.clusterNameLength",
  "length of keypair": "kubernetes.keypairLength",
  "pools of a cluster": "kubernetes.pools",
  "limit of the GPU server list": "gpu.serverListLimit",
  "offset of the GPU server list": "gpu.serverListOffset",
  "notification threshold": "quotas.notificationThreshold",
  "period of a reservation": "reservations.periods",
};

/** An exported limit that platform-api §8 does not list. */
export interface OtherLimit {
  name: string;
  bounds: unknown;
  source: string;
  reason: string;
}

const other = (source: string, reason: string, bounds: Record<string, unknown>): OtherLimit[] =>
  Object.entries(bounds).map(([name, bound]) => ({ name, bounds: bound, source, reason }));

export const otherLimits: readonly OtherLimit[] = [
  ...other("platform-api §4 #7", "a filter of the contract, outside its table of limits", {
    "edge.appStatus": { min: 0, max: 5 },
  }),
  ...other("companion §2.3", "bounds that the contract does not show", {
    "kubernetes.poolNameLength": { min: 1, max: 20 },
    "kubernetes.nodeCount": { min: 1, max: 200 },
    "kubernetes.bootVolumeSize": { min: 10, max: 2000 },
    "kubernetes.logRetention": { min: 1, max: 1825 },
    "kubernetes.logTopicNameLength": { min: 1, max: 223 },
    "kubernetes.ddosFieldValueLength": { max: 500 },
    "kubernetes.reservedNetworks": ["10.255.255.0/24", "192.168.128.0/17"],
  }),
  ...other("companion §4.2", "bounds that the contract does not show", {
    "reservations.resourceValue": { min: 1, max: 100 },
  }),
  ...other("ours", "a reservation of nothing is a slip", { "reservations.resources": { min: 1 } }),
  ...other("companion §5.2", "bounds that the contract does not show", {
    "edge.templateNameLength": { min: 1, max: 128 },
    "edge.templateParamNameLength": { min: 1, max: 64 },
    "edge.templateShortDescrLength": { max: 255 },
    "edge.templateLongDescrLength": { max: 4096 },
    "edge.secretNameLength": { min: 1, max: 128 },
    "edge.secretCommentLength": { max: 1024 },
    "edge.secretValueLength": { max: 4096 },
  }),
  ...other("companion §6.3", "bounds that the contract does not show", {
    "pricing.interfaceNameLength": { max: 37 },
  }),
  ...other("companion §6.1", "counts and bytes are unsigned 64-bit integers", {
    "storage.eventThreshold": { min: 0n, max: 2n ** 64n - 1n },
  }),
];
