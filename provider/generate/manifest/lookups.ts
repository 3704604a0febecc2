import {
  endpoints,
  globalQuotas,
  instancePrice,
  itemPrice,
  notificationThresholdRecord,
  regionalQuotas,
  reservationPrice,
  storageEvents,
  stream,
} from "../../api/index.ts";
import { notificationThresholdDefinition } from "../../resources/notification-threshold/definition.ts";
import { camel } from "../../schema/index.ts";
import { inputsOf, type Root } from "../root.ts";

export const pricingRoots: Root[] = [
  {
    name: "InstancePriceResult",
    file: "pricing/instance",
    schema: instancePrice,
    side: "output",
    description: "Price of virtual machines.",
    source: "platform-api §2.4",
    parts: {
      perHour: { name: "InstancePriceParts", description: "Prices of virtual machines, part by part." },
      perMonth: { name: "InstancePriceParts", description: "Prices of virtual machines, part by part." },
    },
  },
  {
    name: "ReservationPriceResult",
    file: "pricing/reservation",
    schema: reservationPrice,
    side: "output",
    description: "Price of a reservation.",
    source: "platform-api §2.6",
    parts: {
      amountPrices: { name: "AmountPrices", description: "Prices of a whole reservation." },
      resources: { name: "ReservedResourcePrice", description: "Prices of a resource of a reservation." },
    },
  },
  {
    name: "LoggingPriceResult",
    file: "pricing/logging",
    schema: itemPrice,
    side: "output",
    description: "Price of logging.",
    source: "platform-api §2.5, §4 #11",
  },
];

export const gpuRoots: Root[] = [
  {
    name: "GetServersResult",
    file: "gpu/server",
    schema: endpoints["gpuServers.list"].response,
    side: "output",
    description: "A page of the servers of a bare metal GPU cluster.",
    source: "platform-api §4 #8",
    parts: {
      results: { name: "GpuServerResult", description: "A server of a bare metal GPU cluster." },
      "results.tags": { name: "GpuServerTagResult", description: "A tag of a server." },
    },
  },
];

export const streamingRoots: Root[] = [
  {
    name: "StreamResult",
    file: "streaming/stream",
    schema: stream,
    side: "output",
    description: "A live stream.",
    source: "platform-api §2.1",
  },
];

const countEvent = { name: "CountEventResult", description: "A storage that reaches a number of files or requests." };
const bytesEvent = { name: "BytesEventResult", description: "A storage that reaches an amount of space or traffic." };

export const storageRoots: Root[] = [
  {
    name: "StorageEventsResult",
    file: "storage/event",
    schema: storageEvents,
    side: "output",
    description: "Events about storages that reach a level of usage.",
    source: "platform-api §6",
    always: ["reachingFilesQuantity", "reachingUsedRequests", "reachingUsedSpace", "reachingUsedTraffic"],
    parts: {
      reachingFilesQuantity: countEvent,
      reachingUsedRequests: countEvent,
      reachingUsedSpace: bytesEvent,
      reachingUsedTraffic: bytesEvent,
    },
  },
];

const quotaEntry = { name: "QuotaEntry", description: "What is allowed and what is used of a quota." };
const quotas = { file: "quotas/quota" };

/** Paths of all quotas of a container. */
const entriesOf = (path: string, schema: { shape: Record<string, unknown> }) =>
  Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => /_(limit|usage)$/.test(name))
      .map((name) => [`${path}.${camel(name)}`, { ...quotaEntry, ...quotas }]),
  );

export const quotasRoots: Root[] = [
  {
    name: "NotificationThresholdInputs",
    file: "quotas/notification-threshold",
    ...inputsOf(notificationThresholdDefinition),
    description: "Inputs of the quota notification threshold of a client.",
    source: "platform-api §2.12; companion §6.2",
  },
  {
    name: "NotificationThresholdResult",
    file: "quotas/notification-threshold",
    schema: notificationThresholdRecord,
    side: "output",
    description: "Share of a quota from which a client gets a warning, and what the last warning said.",
    source: "platform-api §2.12",
    parts: {
      lastMessage: { name: "QuotaMessage", description: "What a warning said about quotas." },
      "lastMessage.globalQuotas": { name: "GlobalQuotas", ...quotas },
      "lastMessage.regionalQuotas": {
        name: "RegionalQuotas",
        ...quotas,
        description: "Quotas that hold for a region.",
      },
      ...entriesOf("lastMessage.globalQuotas", globalQuotas),
      ...entriesOf("lastMessage.regionalQuotas", regionalQuotas),
    },
  },
];
