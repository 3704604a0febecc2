import type {
  AppTemplateBody,
  ClusterRecord,
  cdnOptionFields,
  EndpointId,
  EndpointOf,
  InstancePrice,
  ItemPrice,
  NotificationThreshold,
  ReservationBody,
  ReservationPrice,
  ReservationRecord,
  RuleTemplateBody,
  RuleTemplateRecord,
  SecretBody,
  SecretRecord,
  StorageEvents,
  Stream,
} from "@cloudplatform/pulumi/api";
import type { Camel } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";
import type { clusterDefinition } from "../../provider/resources/cluster/definition.ts";
import type { notificationThresholdDefinition } from "../../provider/resources/notification-threshold/definition.ts";
import type { reservationDefinition } from "../../provider/resources/reservation/definition.ts";
import type {
  GetRuleTemplateArgs,
  GetRuleTemplatesArgs,
  RuleTemplateInputs,
  RuleTemplateOptions,
  RuleTemplateResult,
} from "../../provider/types/cdn.ts";
import type {
  AccountResult,
  AppTemplateInputs,
  AppTemplateResult,
  GetAppLogsArgs,
  GetAppLogsResult,
  GetAppsArgs,
  GetAppsResult,
  GetAppTemplateArgs,
  GetAppTemplatesArgs,
  GetAppTemplatesResult,
  GetSecretArgs,
  GetSecretsArgs,
  GetSecretsResult,
  SecretInputs,
  SecretResult,
} from "../../provider/types/edge.ts";
import type {
  GetGpuClustersArgs,
  GetGpuClustersResult,
  GetServersArgs,
  GetServersResult,
} from "../../provider/types/gpu.ts";
import type {
  ClusterInputs,
  ClusterResult,
  GetClusterArgs,
  GetClustersArgs,
  GetClustersResult,
  GetFlavorsArgs,
  GetFlavorsResult,
  GetKubeconfigArgs,
  GetVersionsArgs,
  KubeconfigResult,
  VersionsResult,
} from "../../provider/types/kubernetes.ts";
import type {
  GetInstancePriceArgs,
  GetLoggingPriceArgs,
  GetReservationPriceArgs,
  InstancePriceResult,
  LoggingPriceResult,
  ReservationPriceResult,
} from "../../provider/types/pricing.ts";
import type {
  GetNotificationThresholdArgs,
  NotificationThresholdInputs,
  NotificationThresholdResult,
} from "../../provider/types/quotas.ts";
import type {
  GetReservationArgs,
  GetReservationFlavorsArgs,
  GetReservationFlavorsResult,
  GetReservationsArgs,
  GetReservationsResult,
  ReservationInputs,
  ReservationResult,
} from "../../provider/types/reservations.ts";
import type { StorageEventsResult, UpsertEventsArgs } from "../../provider/types/storage.ts";
import type { GetStreamsArgs, StreamResult } from "../../provider/types/streaming.ts";

/*
 * Compares every generated interface with the type that zod infers from its schema, at every depth: same fields, same types, same
 * optional fields. The compiler is the test; types.process.test.ts runs it.
 */

/** Expands a type, so that an interface can be compared with an inferred type. A union of texts and `string` is `string`. */
type Bare<T> = T extends string
  ? string extends T
    ? string
    : T
  : T extends readonly (infer Element)[]
    ? Bare<Element>[]
    : T extends object
      ? { [K in keyof T]: Bare<T[K]> }
      : T;

type Identical<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : { generated: A; inferred: B };

/** `true`, or the two types that differ. */
type Agrees<Generated, Inferred> = Identical<Bare<Generated>, Bare<Inferred>>;

type Answer<Id extends EndpointId> = EndpointOf<Id>["response"] extends z.ZodType
  ? Camel<z.output<EndpointOf<Id>["response"]>>
  : never;

/** A type in the user's spelling. A schema without fields adds nothing: zod infers an index signature for it. */
type Spelled<T> = string extends keyof T ? unknown : Camel<T>;

type Params<Id extends EndpointId> = Spelled<z.input<EndpointOf<Id>["params"]>>;
type Query<Id extends EndpointId> = Spelled<z.input<EndpointOf<Id>["query"]>>;
type Body<Id extends EndpointId> = EndpointOf<Id>["body"] extends z.ZodType
  ? Spelled<z.input<EndpointOf<Id>["body"]>>
  : unknown;

/** The arguments of an endpoint. Path parameters may come from the settings. */
type Arguments<Id extends EndpointId> = FromSettings<Params<Id>, keyof Params<Id> & Setting> & Query<Id> & Body<Id>;
type Setting = "projectId" | "regionId" | "clientId";

/** Argument of lookups that read lists in pages. */
type All = { all?: boolean };

/** Makes fields required that a lookup always sets. */
type Always<T, Names extends keyof T> = Omit<T, Names> & { [K in Names]-?: NonNullable<T[K]> };

/** Removes null from fields that a lookup never returns as null. */
type NotNull<T, Names extends keyof T> = { [K in keyof T]: K extends Names ? NonNullable<T[K]> | undefined : T[K] };

/** Makes inputs optional that have a setting as default. */
type FromSettings<T, Names extends keyof T> = Omit<T, Names> & { [K in Names]?: T[K] };

export const inputs: {
  RuleTemplate: Agrees<
    Omit<RuleTemplateInputs, "options">,
    Camel<Omit<RuleTemplateBody, "options">> & { allowDuplicate?: boolean; writeOnly?: boolean }
  >;
  RuleTemplateOptions: Agrees<RuleTemplateOptions, z.input<z.ZodObject<typeof cdnOptionFields>>>;
  Cluster: Agrees<
    ClusterInputs,
    FromSettings<
      Camel<z.input<typeof clusterDefinition.schema> & z.input<typeof clusterDefinition.providerInputs>>,
      "projectId" | "regionId"
    >
  >;
  Reservation: Agrees<
    ReservationInputs,
    FromSettings<Camel<ReservationBody & z.input<typeof reservationDefinition.providerInputs>>, "regionId">
  >;
  Secret: Agrees<SecretInputs, Camel<SecretBody> & { writeOnly?: boolean }>;
  NotificationThreshold: Agrees<
    NotificationThresholdInputs,
    FromSettings<Camel<z.input<typeof notificationThresholdDefinition.schema>>, "clientId">
  >;
  AppTemplate: Agrees<AppTemplateInputs, Camel<AppTemplateBody> & { force?: boolean; allowDuplicate?: boolean }>;
} = {
  RuleTemplate: true,
  RuleTemplateOptions: true,
  Cluster: true,
  Reservation: true,
  Secret: true,
  NotificationThreshold: true,
  AppTemplate: true,
};

export const lookups: {
  getRuleTemplate: Agrees<GetRuleTemplateArgs, { id: number }>;
  getRuleTemplates: Agrees<GetRuleTemplatesArgs, Arguments<"ruleTemplates.list"> & All>;
  getCluster: Agrees<GetClusterArgs, { projectId?: number; regionId?: number; name: string }>;
  getClusters: Agrees<GetClustersArgs, Arguments<"clusters.list"> & All>;
  getKubeconfig: Agrees<GetKubeconfigArgs, GetClusterArgs>;
  getVersions: Agrees<GetVersionsArgs, Arguments<"kubernetes.createVersions"> & { name?: string }>;
  getFlavors: Agrees<GetFlavorsArgs, Arguments<"kubernetes.flavors">>;
  getReservation: Agrees<GetReservationArgs, { id: number }>;
  getReservations: Agrees<GetReservationsArgs, Arguments<"reservations.list"> & All>;
  getReservationFlavors: Agrees<GetReservationFlavorsArgs, Arguments<"reservations.flavors">>;
  getApps: Agrees<GetAppsArgs, Arguments<"apps.list"> & All>;
  getAppLogs: Agrees<GetAppLogsArgs, Arguments<"appLogs.list"> & All>;
  getAppTemplate: Agrees<GetAppTemplateArgs, Arguments<"appTemplates.get">>;
  getSecret: Agrees<GetSecretArgs, Arguments<"secrets.get">>;
  getSecrets: Agrees<GetSecretsArgs, Arguments<"secrets.list">>;
  getAppTemplates: Agrees<GetAppTemplatesArgs, Arguments<"appTemplates.list">>;
  getInstancePrice: Agrees<GetInstancePriceArgs, Arguments<"prices.instances">>;
  getReservationPrice: Agrees<GetReservationPriceArgs, Arguments<"prices.reservation">>;
  getLoggingPrice: Agrees<GetLoggingPriceArgs, Arguments<"prices.logging">>;
  getServers: Agrees<GetServersArgs, Arguments<"gpuServers.list"> & All>;
  getGpuClusters: Agrees<GetGpuClustersArgs, Arguments<"gpuClusters.list">>;
  getStreams: Agrees<GetStreamsArgs, Omit<Arguments<"streams.list">, "withBroadcasts"> & { withBroadcasts?: boolean }>;
  getNotificationThreshold: Agrees<GetNotificationThresholdArgs, Arguments<"notificationThreshold.get">>;
  upsertEvents: Agrees<UpsertEventsArgs, Arguments<"storageEvents.upsert">>;
} = {
  getRuleTemplate: true,
  getRuleTemplates: true,
  getCluster: true,
  getClusters: true,
  getKubeconfig: true,
  getVersions: true,
  getFlavors: true,
  getReservation: true,
  getReservations: true,
  getReservationFlavors: true,
  getApps: true,
  getAppLogs: true,
  getAppTemplate: true,
  getSecret: true,
  getSecrets: true,
  getAppTemplates: true,
  getInstancePrice: true,
  getReservationPrice: true,
  getLoggingPrice: true,
  getServers: true,
  getGpuClusters: true,
  getStreams: true,
  getNotificationThreshold: true,
  upsertEvents: true,
};

export const results: {
  RuleTemplate: Agrees<Omit<RuleTemplateResult, "options">, Omit<Camel<RuleTemplateRecord>, "options">>;
  Cluster: Agrees<ClusterResult, Camel<ClusterRecord>>;
  Kubeconfig: Agrees<KubeconfigResult, Answer<"clusters.config">>;
  Versions: Agrees<VersionsResult, Answer<"kubernetes.createVersions">>;
  Reservation: Agrees<ReservationResult, Camel<ReservationRecord>>;
  AppTemplate: Agrees<AppTemplateResult, Always<Answer<"appTemplates.get">, "id" | "params">>;
  Apps: Agrees<GetAppsResult, NotNull<Answer<"apps.list">, "count">>;
  AppLogs: Agrees<GetAppLogsResult, NotNull<Always<Answer<"appLogs.list">, "logs" | "offset">, "totalCount">>;
  Secret: Agrees<SecretResult, Always<Camel<SecretRecord>, "id">>;
  InstancePrice: Agrees<InstancePriceResult, Camel<InstancePrice>>;
  ReservationPrice: Agrees<ReservationPriceResult, Camel<ReservationPrice>>;
  LoggingPrice: Agrees<LoggingPriceResult, Camel<ItemPrice>>;
  Clusters: Agrees<GetClustersResult, Answer<"clusters.list">>;
  Reservations: Agrees<GetReservationsResult, Answer<"reservations.list">>;
  Servers: Agrees<GetServersResult, Answer<"gpuServers.list">>;
  Flavors: Agrees<GetFlavorsResult, Answer<"kubernetes.flavors">>;
  ReservationFlavors: Agrees<GetReservationFlavorsResult, Answer<"reservations.flavors">>;
  GpuClusters: Agrees<GetGpuClustersResult, Answer<"gpuClusters.list">>;
  Account: Agrees<AccountResult, Answer<"edgeAccount.get">>;
  Secrets: Agrees<GetSecretsResult, NotNull<Answer<"secrets.list">, "count">>;
  AppTemplates: Agrees<GetAppTemplatesResult, NotNull<Answer<"appTemplates.list">, "count">>;
  Stream: Agrees<StreamResult, Camel<Stream>>;
  StorageEvents: Agrees<StorageEventsResult, Always<Camel<StorageEvents>, keyof StorageEventsResult>>;
  NotificationThreshold: Agrees<NotificationThresholdResult, Camel<NotificationThreshold>>;
} = {
  RuleTemplate: true,
  Cluster: true,
  Kubeconfig: true,
  Versions: true,
  Reservation: true,
  AppTemplate: true,
  Apps: true,
  AppLogs: true,
  Secret: true,
  InstancePrice: true,
  ReservationPrice: true,
  LoggingPrice: true,
  Clusters: true,
  Reservations: true,
  Servers: true,
  Flavors: true,
  ReservationFlavors: true,
  GpuClusters: true,
  Account: true,
  Secrets: true,
  AppTemplates: true,
  Stream: true,
  StorageEvents: true,
  NotificationThreshold: true,
};
