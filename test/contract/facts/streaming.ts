import { each, type Field, type Fields, flag, integer, list, number, object, required, text } from "./field.ts";
import { timestamp } from "./forms.ts";

/** platform-api §2.1: the settings of a stream. */
const settings: Fields = {
  name: text(required),
  active: flag({ default: false }),
  pull: flag({ default: false }),
  uri: text({ sample: "srt://a.example.com:1 srt://b.example.com:1" }),
  low_latency_enabled: flag({ default: true }),
  auto_record: flag({ default: false }),
  dvr_enabled: flag({ default: false }),
  dvr_duration: integer({ default: 3600, min: 30, max: 14_400 }),
  record_type: text({ default: "origin", values: ["origin", "transcoded"] }),
  hls_mpegts_endlist_tag: flag({ default: true }),
  cdn_id: integer(),
  client_user_id: integer(),
  client_entity_data: text({ max: 4096 }),
  html_overlay: flag({ default: false }),
  quality_set_id: integer(),
  broadcast_ids: list(integer()),
  projection: text({ default: "regular", values: ["regular", "vr360", "vr180", "vr360tb"] }),
};

export const streamSettings: Field = object(settings);

/** platform-api §2.1: the settings of a stream, and the fields that the platform reports. */
export const stream: Field = object({
  ...settings,
  id: integer(),
  live: flag(),
  backup_live: flag(),
  ...each(["push_url", "backup_push_url", "push_url_srt", "backup_push_url_srt", "push_url_whip"], text),
  ...each(["created_at", "started_at_primary", "started_at_backup", "finished_at_primary"], timestamp),
  ...each(["iframe_url", "dash_url", "hls_cmaf_url", "hls_mpegts_url", "screenshot"], text),
  transcoded_qualities: list(text()),
  ...each(["recording_duration", "transcoding_speed", "frame_rate", "video_height", "video_width"], number),
  // The contract does not show the fields of a widget.
  html_overlays: list(object({}, { open: true })),
});
