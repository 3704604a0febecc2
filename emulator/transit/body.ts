import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { BehaviorValues } from "../behaviors/table.ts";

type Encoding = "gzip" | "br";

/** The bytes of a response, and the headers that they require. */
export interface SentBody {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers: Record<string, string>;
}

/** A text as sent: compressed, or byte by byte (behaviors `compression` and `dripMs`, fault `drip`). */
export function sentBody(
  text: string | null,
  { compression, dripMs }: Pick<BehaviorValues, "compression"> & { dripMs: number | undefined },
  accepted: string | undefined,
): SentBody {
  if (text === null) return { body: null, headers: {} };
  const encoding = encodingOf(compression, accepted);
  const headers: Record<string, string> = encoding === undefined ? {} : { "content-encoding": encoding };
  if (encoding === undefined && dripMs === undefined) return { body: text, headers };
  const bytes = encoded(text, encoding);
  return { body: dripMs === undefined ? bytes : dripping(bytes, dripMs), headers };
}

function encodingOf(compression: BehaviorValues["compression"], accepted = ""): Encoding | undefined {
  if (compression === "none") return undefined;
  if (compression !== "asked") return compression;
  const words = accepted.toLowerCase().split(/[,;\s]+/);
  return (["br", "gzip"] as const).find((encoding) => words.includes(encoding));
}

function encoded(text: string, encoding: Encoding | undefined): Uint8Array<ArrayBuffer> {
  if (encoding === "gzip") return new Uint8Array(gzipSync(text));
  if (encoding === "br") return new Uint8Array(brotliCompressSync(text, { params: fastest }));
  return new TextEncoder().encode(text);
}

const fastest = { [constants.BROTLI_PARAM_QUALITY]: 1 };

/** Streams one byte at a time. The timers do not keep the process alive. */
function dripping(bytes: Uint8Array, ms: number): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      if (next >= bytes.length) return controller.close();
      if (ms === 0) await turn();
      else await delay(ms, undefined, { ref: false });
      controller.enqueue(bytes.slice(next, ++next));
    },
  });
}
