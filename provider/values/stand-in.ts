/** Takes the place of a value that is never stored: in state, plans, records and policies, and in outputs. */
const form = /^write-only:[\w-]{32}$/;
const within = /"write-only:[\w-]{32}"/;

/** Whether a value is the stand-in of one that is not stored. */
export function isStandIn(value: unknown): value is string {
  return typeof value === "string" && form.test(value);
}

/** @param digest 24 bytes. */
export function standInText(digest: Uint8Array): string {
  return `write-only:${Buffer.from(digest).toString("base64url")}`;
}

/** Whether a JSON text, such as a request body, has a stand-in as a value. */
export function mentionsStandIn(text: string): boolean {
  return within.test(text);
}
