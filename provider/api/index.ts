/** The contract of the platform: schemas, limits and endpoints. Does no I/O and does not depend on Pulumi. */
export type { Behavior } from "./behaviors/behavior.ts";
export {
  type BehaviorFinding,
  behaviorSchema,
  bodyForms,
  type ConformanceReport,
  conformanceReport,
  type Deviation,
  type deviationKinds,
  type readingVariants,
  type valueTypes,
} from "./behaviors/report.ts";
export {
  type BehaviorName,
  type BehaviorValues,
  behaviorNames,
  behaviorTable,
  readingNames,
  type UndetectableName,
} from "./behaviors/table.ts";
export { readingTable, transitTable } from "./behaviors/tables.ts";
export { type CdnOptionName, cdnOptionFields, cdnOptions, options } from "./cdn/options/index.ts";
export { timeOfDayText } from "./cdn/options/routing.ts";
export { type RuleTemplateBody, type RuleTemplateRecord, ruleTemplate, ruleTemplateBody } from "./cdn/rule-template.ts";
export {
  type AppDetails,
  type AppRecord,
  apiTypes,
  app,
  appDetails,
  appOrderings,
  appStatuses,
} from "./edge/app.ts";
export { type AppLog, appLog } from "./edge/app-log.ts";
export {
  type AppTemplateBody,
  type AppTemplateRecord,
  appTemplate,
  appTemplateBody,
  appTemplateDetails,
  paramTypes,
} from "./edge/app-template.ts";
export { type SecretBody, type SecretRecord, secret, secretBody } from "./edge/secret.ts";
export { type Area, type Endpoint, type Method, mayChange } from "./endpoint.ts";
export { type EndpointId, type EndpointOf, endpoints } from "./endpoints.ts";
export { cdnError, cloudError, edgeError, errorBodies, storageError, streamingError } from "./errors.ts";
export { type Open, openEnum, projectAndRegion, withZone } from "./field.ts";
export { type FieldMetadata, fieldMetadata } from "./field-metadata.ts";
export { type GpuServer, gpuServer, gpuServerStatuses } from "./gpu/server.ts";
export { readJson, writeJson } from "./json.ts";
export { signingAlgorithms } from "./kubernetes/authentication.ts";
export {
  type ClusterRecord,
  cluster,
  clusterBody,
  clusterPatch,
  clusterStatuses,
  kubeconfig,
} from "./kubernetes/cluster.ts";
export { flavor, isVirtualFlavor } from "./kubernetes/flavor.ts";
export { ipv4Overlap } from "./kubernetes/ip-pools.ts";
export {
  managedLabelPrefix,
  type PoolRecord,
  pool,
  poolBody,
  poolPatch,
  serverGroupPolicies,
  volumeTypes,
} from "./kubernetes/pool.ts";
export { versionWithV } from "./kubernetes/version.ts";
export { limits } from "./limits.ts";
export { type ClusterPrice, clusterPrice, clusterPriceBody } from "./pricing/cluster-price.ts";
export { amountPrices } from "./pricing/commitment.ts";
export { type CurrencyCode, currencyCodes } from "./pricing/currency.ts";
export {
  type InstancePrice,
  instancePrice,
  instancePriceBody,
  interfaceTypes,
  volumeSources,
} from "./pricing/instance-price.ts";
export { type ItemPrice, itemPrice } from "./pricing/item-price.ts";
export { priceStatuses } from "./pricing/price.ts";
export {
  type ReservationPrice,
  reservationPrice,
  reservationPriceBody,
} from "./pricing/reservation-price.ts";
export {
  globalQuotas,
  type NotificationThreshold,
  notificationThresholdBody,
  notificationThresholdRecord,
  quotaEntry,
  regionalQuotas,
} from "./quotas/notification-threshold.ts";
export {
  type GlobalQuotaName,
  globalQuotaNames,
  type RegionalQuotaName,
  regionalQuotaNames,
} from "./quotas/quota-names.ts";
export {
  type ReservationBody,
  type ReservationRecord,
  reservation,
  reservationBody,
  reservationStatuses,
} from "./reservations/reservation.ts";
export { isGiven, type Report, type Unchecked, uniqueBy, withRules } from "./rules.ts";
export {
  type StorageEventBody,
  type StorageEvents,
  type StorageEventsBody,
  storageEvent,
  storageEventBody,
  storageEventNames,
  storageEvents,
  storageEventsBody,
  storageEventUnits,
} from "./storage/event.ts";
export { uint64, uint64Response } from "./storage/uint64.ts";
export { projections, recordTypes, type Stream, stream, streamSettings } from "./streaming/stream.ts";
export { type Task, task, taskIds, taskStates } from "./tasks/task.ts";
export { type TypeName, typeNames } from "./type-names.ts";
