/** Maximum size of a decompressed body: larger than any list of the platform. */
const maxOutputLength = 256 * 1024 * 1024;

const unknownEncoding = Object.assign(new Error(), { code: "ENCODING" });

/** Returns the text of a body that a server or gateway may have compressed, even unasked. */
export async function textOf(body: Uint8Array, contentEncoding: string | undefined): Promise<string> {
  const encodings = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((one) => one.trim());
  let bytes = body;
  // The encoding applied last is listed last and undone first.
  for (const encoding of encodings.reverse())
    if (encoding !== "" && bytes.length > 0) bytes = await decoded(bytes, encoding);
  return new TextDecoder().decode(bytes);
}

async function decoded(bytes: Uint8Array, encoding: string): Promise<Uint8Array> {
  if (encoding === "identity") return bytes;
  // Loaded on demand: few platforms compress responses unasked.
  const zlib = await import("node:zlib");
  const options = { maxOutputLength };
  if (encoding === "gzip" || encoding === "x-gzip") return zlib.gunzipSync(bytes, options);
  if (encoding === "br") return zlib.brotliDecompressSync(bytes, options);
  if (encoding === "deflate") return zlib.inflateSync(bytes, options);
  if (encoding === "zstd") return zlib.zstdDecompressSync(bytes, options);
  throw unknownEncoding;
}
