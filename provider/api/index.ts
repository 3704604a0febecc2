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
export { transitTable } from "./behaviors/tables.ts";
export { cdnOptionFields, cdnOptions } from "./cdn/options/index.ts";
export { timeOfDayText } from "./cdn/options/routing.ts";
export { type RuleTemplateBody, type RuleTemplateRecord, ruleTemplate, ruleTemplateBody } from "./cdn/rule-template.ts";
export { apiTypes, app, appDetails, appOrderings, appStatuses } from "./edge/app.ts";
export { appLog } from "./edge/app-log.ts";
export { type AppTemplateBody, appTemplateBody, appTemplateDetails, paramTypes } from "./edge/app-template.ts";
export { type SecretBody, type SecretRecord, secret, secretBody } from "./edge/secret.ts";
export { type Area, type Endpoint, mayChange } from "./endpoint.ts";
export { type EndpointId, type EndpointOf, endpoints } from "./endpoints.ts";
export { errorBodies } from "./errors.ts";
export { projectAndRegion, withZone } from "./field.ts";
export { fieldMetadata } from "./field-metadata.ts";
export { gpuServer, gpuServerStatuses } from "./gpu/server.ts";
export { readJson, writeJson } from "./json.ts";
export { signingAlgorithms } from "./kubernetes/authentication.ts";
export { type ClusterRecord, cluster, clusterBody, clusterPatch, clusterStatuses } from "./kubernetes/cluster.ts";
export { isVirtualFlavor } from "./kubernetes/flavor.ts";
export { managedLabelPrefix, type PoolRecord, poolBody, poolPatch, volumeTypes } from "./kubernetes/pool.ts";
export { versionWithV } from "./kubernetes/version.ts";
export { limits } from "./limits.ts";
export { currencyCodes } from "./pricing/currency.ts";
export { type InstancePrice, instancePrice, instancePriceBody } from "./pricing/instance-price.ts";
export type { ItemPrice } from "./pricing/item-price.ts";
export {
  type ReservationPrice,
  reservationPrice,
  reservationPriceBody,
} from "./pricing/reservation-price.ts";
export {
  type NotificationThreshold,
  notificationThresholdBody,
  notificationThresholdRecord,
} from "./quotas/notification-threshold.ts";
export { globalQuotaNames, regionalQuotaNames } from "./quotas/quota-names.ts";
export {
  type ReservationBody,
  type ReservationRecord,
  reservation,
  reservationBody,
  reservationStatuses,
} from "./reservations/reservation.ts";
export {
  type StorageEvents,
  storageEventNames,
  storageEvents,
  storageEventsBody,
  storageEventUnits,
} from "./storage/event.ts";
export { uint64, uint64Response } from "./storage/uint64.ts";
export { type Stream, stream, streamSettings } from "./streaming/stream.ts";
export { type Task, task, taskStates } from "./tasks/task.ts";
export { type TypeName, typeNames } from "./type-names.ts";
