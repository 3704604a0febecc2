import type { Reshape } from "../reshape/reshape.ts";
import { amount, choice, needsWrite } from "./behavior.ts";

const sources = "platform-api §7, §9: not shown";

/** Endpoints that write an object or its tasks. Requests for prices and limits are reads. */
const write = /\.(create|replace|patch|set|upgrade|resize|delete)$/;

export function isWrite(id: string): boolean {
  return write.test(id);
}

/** Removes ids and tasks from the responses to writes. */
const withoutIds: Reshape = (body, { id }) => {
  if (!isWrite(id) || body === null || typeof body !== "object") return body;
  const { id: _, tasks: __, ...rest } = body as Record<string, unknown>;
  return rest;
};

/**
 * Effects of gateways, replicas, caches and permissions between a client and the platform, and properties of texts, ids and pages
 * that the contract does not promise. All of them are off by default.
 */
export const transitBehaviors = {
  staleReads: amount(
    100,
    "Number of reads after a write that show the state before it: the old version, nothing of a created object, or a deleted object.",
    sources,
    needsWrite,
  ),
  staleSeconds: amount(
    3600,
    "Seconds of the platform's clock for which reads show the state before a write.",
    sources,
    needsWrite,
  ),
  staleOrder: choice(
    ["past", "alternating"],
    "Stale reads show the past, or alternately past and present.",
    sources,
    needsWrite,
  ),
  listDelay: amount(
    3600,
    "Seconds of the platform's clock for which lists show the state before a write; single reads are current.",
    sources,
    needsWrite,
  ),
  clusterAfterTask: amount(
    3600,
    "Seconds of the platform's clock between the end of the task that creates a cluster and its first appearance.",
    "companion §1.2",
    needsWrite,
  ),
  gateway: choice(
    ["none", "text", "html", "json", "empty"],
    "A gateway answers every request with 404 in its own form. The fault `foreign` does so for some requests.",
    sources,
  ),
  unknownPaths: choice(
    ["platform", "text", "html", "json"],
    "404 of a path without a route, such as one below a wrong base URL: from the platform, or from a gateway.",
    sources,
  ),
  texts: choice(
    ["as-sent", "trimmed", "lower", "nfc"],
    "Names, comments and descriptions are stored as sent, trimmed, in lower case, or in Unicode form NFC.",
    sources,
  ),
  emptyTexts: choice(
    ["as-sent", "filled"],
    "Empty or omitted comments and descriptions stay empty, or get a default text.",
    sources,
    needsWrite,
  ),
  ids: choice(["ascending", "random"], "Numbers of new objects.", sources),
  paging: choice(
    ["offset", "page"],
    "Lists page by `limit` and `offset`, or by `limit` and `page` (from 1) and ignore `offset`.",
    "companion §7.3",
  ),
  listCount: choice(["present", "absent"], "Lists have a `count`, or not.", "companion §7.3", {
    reshape:
      () =>
      (body, { id }) => {
        const isList = /\.(list|active|flavors|createVersions|upgradeVersions)$/.test(id);
        if (!isList || body === null || typeof body !== "object" || Array.isArray(body)) return body;
        const { count: _, total_count: __, ...rest } = body as Record<string, unknown>;
        return rest;
      },
  }),
  compression: choice(
    ["none", "asked", "gzip", "br"],
    "Bodies are compressed when the request accepts it, or always.",
    sources,
  ),
  dripMs: amount(
    60_000,
    "Milliseconds of real time before each byte of a response body. The fault `drip` does so for some requests.",
    sources,
    { undetectable: "a slow network looks the same" },
  ),
  writeResponses: choice(
    ["documented", "empty", "no-content", "no-id"],
    "Successful writes return the documented body, an empty one, 204, or one without `id` and `tasks`.",
    sources,
    {
      ...needsWrite,
      // The pipeline sends the other forms, which have no body or another status.
      reshape: (form) => (form === "no-id" ? withoutIds : (body) => body),
    },
  ),
  auxiliaryRights: choice(
    ["granted", "no-tasks", "none"],
    "The key may list tasks and read the account of the edge area, or gets 403.",
    "platform-api §5",
  ),
};
