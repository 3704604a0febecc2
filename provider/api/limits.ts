/** The bounds of the platform, defined once for schemas, policies and documentation. They are inclusive; each has its source. */
export const limits = {
  cdn: {
    /** platform-api §2.2, §8: length of the text as given, with or without its slash (open points). */
    ruleLength: { max: 300 },
    /** platform-api §2.2, §8. */
    ruleType: { min: 0, max: 1 },
    /** platform-api §2.2, §8. */
    weight: { min: 1, max: 2_147_483_647 },
  },
  kubernetes: {
    /** platform-api §2.3, §8. */
    clusterNameLength: { min: 1, max: 20 },
    /** platform-api §2.3, §8. */
    keypairLength: { min: 1, max: 255 },
    /** platform-api §2.3, §8. */
    pools: { min: 1 },
    /** companion §2.3. */
    poolNameLength: { min: 1, max: 20 },
    /** companion §2.3. */
    nodeCount: { min: 1, max: 200 },
    /** companion §2.3, GiB. */
    bootVolumeSize: { min: 10, max: 2000 },
    /** companion §2.3, days. */
    logRetention: { min: 1, max: 1825 },
    /** companion §2.3. */
    logTopicNameLength: { min: 1, max: 223 },
    /** companion §2.3. */
    ddosFieldValueLength: { max: 500 },
    /** companion §2.3: the platform's own networks, which IP pools must not overlap. */
    reservedNetworks: ["10.255.255.0/24", "192.168.128.0/17"],
  },
  reservations: {
    /** platform-api §2.6, §8. */
    periods: ["MONTHS12", "MONTHS36"],
    /** companion §4.2. */
    resourceValue: { min: 1, max: 100 },
    /** platform-api §2.6 requires an array; a reservation of nothing is a mistake. */
    resources: { min: 1 },
  },
  streaming: {
    /** platform-api §2.1, §8, seconds. */
    dvrDuration: { min: 30, max: 14_400 },
    /** platform-api §2.1, §8. */
    clientEntityDataLength: { max: 4096 },
  },
  gpu: {
    /** platform-api §4 #8. */
    serverListLimit: { min: 1, max: 1000, default: 10 },
    serverListOffset: { min: 0, default: 0 },
  },
  edge: {
    /** platform-api §4 #7. */
    appStatus: { min: 0, max: 5 },
    /** companion §5.2; its character set is newer than the contract and left to the platform. */
    templateNameLength: { min: 1, max: 128 },
    /** companion §5.2. */
    templateParamNameLength: { min: 1, max: 64 },
    /** companion §5.2. */
    templateShortDescrLength: { max: 255 },
    /** companion §5.2. */
    templateLongDescrLength: { max: 4096 },
    /** companion §5.2. */
    secretNameLength: { min: 1, max: 128 },
    /** companion §5.2. */
    secretCommentLength: { max: 1024 },
    /** companion §5.2. */
    secretValueLength: { max: 4096 },
  },
  pricing: {
    /** companion §6.3. */
    interfaceNameLength: { max: 37 },
  },
  quotas: {
    /** platform-api §2.12, §8, percent. */
    notificationThreshold: { min: 60, max: 100, default: 80 },
  },
  storage: {
    /** companion §6.1: unsigned 64-bit, which a JavaScript number cannot represent exactly. */
    eventThreshold: { min: 0n, max: 18_446_744_073_709_551_615n },
  },
} as const;
