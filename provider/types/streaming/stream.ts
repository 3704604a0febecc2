// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * A live stream.
 *
 * *Source:* platform-api §2.1.
 */
export interface StreamResult {
  /** Stream id. */
  id: number;
  /** Label of the stream; not unique. */
  name: string;
  /**
   * Whether the stream is switched on; `live` says whether it is being received.
   *
   * Default: `false`.
   */
  active: boolean;
  /**
   * true: pulled from `uri`. false: pushed to the platform.
   *
   * Default: `false`.
   */
  pull: boolean;
  /** URLs to pull from, separated by single spaces. */
  uri?: string | null;
  /**
   * Low latency; false only for clients on the old stream format.
   *
   * Default: `true`.
   *
   * @deprecated Always true.
   */
  lowLatencyEnabled: boolean;
  /**
   * Records whenever the stream starts.
   *
   * Default: `false`.
   */
  autoRecord: boolean;
  /**
   * Lets viewers rewind.
   *
   * Default: `false`.
   */
  dvrEnabled: boolean;
  /**
   * Adds the tag `#EXT-X-ENDLIST` to the HLS playlist when the broadcast ends.
   *
   * Default: `true`.
   */
  hlsMpegtsEndlistTag: boolean;
  /** CDN resource that delivers the stream. */
  cdnId?: number | null;
  /** The client's own identifier of the stream. */
  clientUserId?: number | null;
  /**
   * HTML widgets on top of the stream.
   *
   * Default: `false`.
   */
  htmlOverlay: boolean;
  /** Set of qualities for transcoding. */
  qualitySetId?: number | null;
  /** Broadcasts that include the stream. */
  broadcastIds?: number[] | null;
  /**
   * How far viewers can rewind.
   *
   * In seconds. Default: `3600`.
   */
  dvrDuration: number;
  /**
   * `origin`: records the original source. `transcoded`: records the transcoded output with overlays.
   *
   * Default: `"origin"`.
   */
  recordType: "origin" | "transcoded" | (string & Record<never, never>);
  /** The client's own text about the stream. */
  clientEntityData?: string | null;
  /**
   * Mode of 360 degree streams in the web player.
   *
   * Default: `"regular"`.
   */
  projection: "regular" | "vr360" | "vr180" | "vr360tb" | (string & Record<never, never>);
  /** Whether the main server receives and transcodes the stream. */
  live?: boolean | null;
  /** Whether the backup server receives and transcodes the stream; pushed streams only. */
  backupLive?: boolean | null;
  /** RTMP ingest URL. */
  pushUrl?: string | null;
  /** RTMP ingest URL of the backup server. */
  backupPushUrl?: string | null;
  /** SRT ingest URL. */
  pushUrlSrt?: string | null;
  /** SRT ingest URL of the backup server. */
  backupPushUrlSrt?: string | null;
  /** WebRTC (WHIP) ingest URL. */
  pushUrlWhip?: string | null;
  /** When it was created. */
  createdAt?: string | null;
  /** Start of the last session on the main server. */
  startedAtPrimary?: string | null;
  /** Start of the last session on the backup server. */
  startedAtBackup?: string | null;
  /** End of the last session; earlier than its start while a session is running. */
  finishedAtPrimary?: string | null;
  /** URL of a web player for an iframe. */
  iframeUrl?: string | null;
  /** MPEG-DASH output. */
  dashUrl?: string | null;
  /** HLS CMAF output (recommended). */
  hlsCmafUrl?: string | null;
  /** HLS MPEG-TS output, without low latency. */
  hlsMpegtsUrl?: string | null;
  /** Last screenshot, taken every 10 seconds while live. */
  screenshot?: string | null;
  /** Qualities to which the stream is transcoded. */
  transcodedQualities?: string[] | null;
  /**
   * Length of the recording that is being created.
   *
   * In seconds.
   */
  recordingDuration?: number | null;
  /** Speed of transcoding. 1: real time. Lower values indicate delivery problems or an unsuitable source. */
  transcodingSpeed?: number | null;
  /** Frames per second of the source. */
  frameRate?: number | null;
  /** Frame height of the source. */
  videoHeight?: number | null;
  /** Frame width of the source. */
  videoWidth?: number | null;
  /** HTML widgets on top of the stream. */
  htmlOverlays?: Record<string, unknown>[] | null;
}
