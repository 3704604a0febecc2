import { z } from "zod";
import { openEnum, timestamp } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";

const { clientEntityDataLength, dvrDuration } = limits.streaming;

/** platform-api §2.1. */
const recordTypes = ["origin", "transcoded"] as const;
/** platform-api §2.1. */
const projections = ["regular", "vr360", "vr180", "vr360tb"] as const;

/**
 * Settings of a stream, with the bounds and defaults of platform-api §2.1. Responses are parsed by `stream`, which is tolerant:
 * support may raise a bound (platform-api §8), and one such stream must not break the list.
 */
export const streamSettings = z.object({
  name: z.string().describe("Label of the stream; not unique."),
  active: z
    .boolean()
    .default(false)
    .describe("Whether the stream is switched on; `live` says whether it is being received."),
  pull: z.boolean().default(false).describe("true: pulled from `uri`. false: pushed to the platform."),
  uri: z.string().optional().describe("URLs to pull from, separated by single spaces."),
  low_latency_enabled: z
    .boolean()
    .default(true)
    .register(fieldMetadata, { deprecated: "always true" })
    .describe("Low latency; false only for clients on the old stream format."),
  auto_record: z.boolean().default(false).describe("Records whenever the stream starts."),
  dvr_enabled: z.boolean().default(false).describe("Lets viewers rewind."),
  dvr_duration: z
    .int()
    .min(dvrDuration.min)
    .max(dvrDuration.max)
    .default(3600)
    .register(fieldMetadata, { unit: "seconds" })
    .describe("How far viewers can rewind."),
  record_type: z
    .enum(recordTypes)
    .default("origin")
    .describe("`origin`: records the original source. `transcoded`: records the transcoded output with overlays."),
  hls_mpegts_endlist_tag: z
    .boolean()
    .default(true)
    .describe("Adds the tag `#EXT-X-ENDLIST` to the HLS playlist when the broadcast ends."),
  cdn_id: z.int().optional().describe("CDN resource that delivers the stream."),
  client_user_id: z.int().optional().describe("The client's own identifier of the stream."),
  client_entity_data: z
    .string()
    .max(clientEntityDataLength.max)
    .optional()
    .describe("The client's own text about the stream."),
  html_overlay: z.boolean().default(false).describe("HTML widgets on top of the stream."),
  quality_set_id: z.int().optional().describe("Set of qualities for transcoding."),
  broadcast_ids: z.array(z.int()).optional().describe("Broadcasts that include the stream."),
  projection: z.enum(projections).default("regular").describe("Mode of 360 degree streams in the web player."),
});

const { dvr_duration, record_type, client_entity_data, projection, ...asConfigured } = streamSettings.shape;

/** Settings as returned: bounds and enumerations may widen, and a default replaces an omitted value. */
const returnedSettings = {
  ...asConfigured,
  dvr_duration: z
    .int()
    .default(3600)
    .register(fieldMetadata, { unit: "seconds" })
    .describe(dvr_duration.description ?? ""),
  record_type: openEnum(recordTypes)
    .default("origin")
    .describe(record_type.description ?? ""),
  client_entity_data: z
    .string()
    .nullish()
    .describe(client_entity_data.description ?? ""),
  projection: openEnum(projections)
    .default("regular")
    .describe(projection.description ?? ""),
  uri: asConfigured.uri.nullish(),
  cdn_id: asConfigured.cdn_id.nullish(),
  client_user_id: asConfigured.client_user_id.nullish(),
  quality_set_id: asConfigured.quality_set_id.nullish(),
  broadcast_ids: asConfigured.broadcast_ids.nullish(),
};

/** A live stream as the platform returns it. platform-api §2.1. */
export const stream = z
  .looseObject({
    id: z.int().describe("Stream id."),
    ...returnedSettings,
    live: z.boolean().nullish().describe("Whether the main server receives and transcodes the stream."),
    backup_live: z
      .boolean()
      .nullish()
      .describe("Whether the backup server receives and transcodes the stream; pushed streams only."),
    push_url: z.string().nullish().describe("RTMP ingest URL."),
    backup_push_url: z.string().nullish().describe("RTMP ingest URL of the backup server."),
    push_url_srt: z.string().nullish().describe("SRT ingest URL."),
    backup_push_url_srt: z.string().nullish().describe("SRT ingest URL of the backup server."),
    push_url_whip: z.string().nullish().describe("WebRTC (WHIP) ingest URL."),
    created_at: timestamp.nullish().describe("When it was created."),
    started_at_primary: timestamp.nullish().describe("Start of the last session on the main server."),
    started_at_backup: timestamp.nullish().describe("Start of the last session on the backup server."),
    finished_at_primary: timestamp
      .nullish()
      .describe("End of the last session; earlier than its start while a session is running."),
    iframe_url: z.string().nullish().describe("URL of a web player for an iframe."),
    dash_url: z.string().nullish().describe("MPEG-DASH output."),
    hls_cmaf_url: z.string().nullish().describe("HLS CMAF output (recommended)."),
    hls_mpegts_url: z.string().nullish().describe("HLS MPEG-TS output, without low latency."),
    screenshot: z.string().nullish().describe("Last screenshot, taken every 10 seconds while live."),
    transcoded_qualities: z.array(z.string()).nullish().describe("Qualities to which the stream is transcoded."),
    recording_duration: z
      .number()
      .nullish()
      .register(fieldMetadata, { unit: "seconds" })
      .describe("Length of the recording that is being created."),
    transcoding_speed: z
      .number()
      .nullish()
      .describe("Speed of transcoding. 1: real time. Lower values indicate delivery problems or an unsuitable source."),
    frame_rate: z.number().nullish().describe("Frames per second of the source."),
    video_height: z.number().nullish().describe("Frame height of the source."),
    video_width: z.number().nullish().describe("Frame width of the source."),
    html_overlays: z.array(z.looseObject({})).nullish().describe("HTML widgets on top of the stream."),
  })
  .register(typeNames, {
    token: "streaming/stream:StreamResult",
    description: "A live stream.",
    source: "platform-api §2.1",
  });

/** platform-api §4 #1; the platform counts `page` from 1. */
export const streamsQuery = z.object({
  page: z.int().min(1).optional().describe("Page of the list, from 1."),
  with_broadcasts: z.int().optional().describe("1: adds the details of broadcasts."),
});

export type Stream = z.output<typeof stream>;
