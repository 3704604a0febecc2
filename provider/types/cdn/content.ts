// Written by `npm run generate` from the schemas in provider/api; do not edit.

/** A content type that Brotli compresses. */
export type CompressibleType =
  | "application/javascript"
  | "application/json"
  | "application/vnd.ms-fontobject"
  | "application/wasm"
  | "application/x-font-ttf"
  | "application/x-javascript"
  | "application/xml"
  | "application/xml+rss"
  | "image/svg+xml"
  | "image/x-icon"
  | "text/css"
  | "text/html"
  | "text/javascript"
  | "text/plain"
  | "text/xml";

/**
 * Compresses responses with Brotli. The CDN resource needs origin shielding.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface BrotliCompression {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Content types to compress; must include `text/html`.
   *
   * Must include "text/html", which the platform requires. Order is not significant; elements are unique.
   */
  value: CompressibleType[];
}

/**
 * Converts and shrinks images.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ImageStack {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Converts JPEG and PNG to AVIF for clients that accept it.
   *
   * Default: `false`.
   */
  avif_enabled?: boolean;
  /**
   * Converts JPEG and PNG to WebP for clients that accept it.
   *
   * Default: `false`.
   */
  webp_enabled?: boolean;
  /**
   * Quality in percent.
   *
   * Integer from 1 to 100. Default: `95`.
   */
  quality?: number;
  /**
   * Converts PNG to WebP without loss.
   *
   * Default: `false`.
   */
  png_lossless?: boolean;
}
