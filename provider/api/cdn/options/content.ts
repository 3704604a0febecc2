import { z } from "zod";
import { uniqueList } from "../../field.ts";
import { option, switchOption } from "./option.ts";

/** Compression and images. platform-api §2.2, bounds: companion §3.3. */

const compressible = [
  "application/javascript",
  "application/json",
  "application/vnd.ms-fontobject",
  "application/wasm",
  "application/x-font-ttf",
  "application/x-javascript",
  "application/xml",
  "application/xml+rss",
  "image/svg+xml",
  "image/x-icon",
  "text/css",
  "text/html",
  "text/javascript",
  "text/plain",
  "text/xml",
] as const;

export const content = {
  brotli_compression: option("Compresses responses with Brotli. The CDN resource needs origin shielding.", {
    value: uniqueList(z.enum(compressible))
      .refine((types) => types.includes("text/html"), {
        error: 'must include "text/html", which the platform requires',
      })
      .describe("Content types to compress; must include `text/html`."),
  }),
  gzipOn: switchOption("Compresses responses with gzip."),
  fetch_compressed: switchOption("Fetches compressed responses from the origin and passes them on as they are."),
  image_stack: option("Converts and shrinks images.", {
    avif_enabled: z.boolean().default(false).describe("Converts JPEG and PNG to AVIF for clients that accept it."),
    webp_enabled: z.boolean().default(false).describe("Converts JPEG and PNG to WebP for clients that accept it."),
    quality: z.int().min(1).max(100).default(95).describe("Quality in percent."),
    png_lossless: z.boolean().default(false).describe("Converts PNG to WebP without loss."),
  }),
};
