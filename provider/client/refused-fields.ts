import { ResponseError } from "./errors.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Names that only the platform sets, in the style of the contract: ids and addresses, times, counters, states, and who has done
 * something.
 */
const readOnlyNames =
  /^(_.*|id|uuid|url|href|links?|client|owner|account|status|state|revision|etag|(last|created|updated|deleted|modified)(_.*|[A-Z].*)?|.*(_at|_on|_by|_count|_checksum|[a-z](At|On|By|Count|Checksum))|count)$/;

/**
 * Sends a request with fields that the contract does not have, as they were read. The platform ignores those that only it sets, and one
 * that refuses them keeps them itself: they are left out, and the request is sent again. Any other field that it refuses stays an error,
 * for the request would take it away.
 */
export async function withoutRefused<T>(fields: Fields, send: (fields: Fields) => Promise<T>): Promise<T> {
  try {
    return await send(fields);
  } catch (error) {
    const named = refusedNames(error, Object.keys(fields));
    if (named.length === 0) throw error;
    const needed = named.filter((name) => !readOnlyNames.test(name));
    if (needed.length > 0) throw neededError(error as ResponseError, needed);
    const rest = Object.entries(fields).filter(([name]) => !named.includes(name));
    return withoutRefused(Object.fromEntries(rest), send);
  }
}

function neededError(error: ResponseError, names: readonly string[]): ResponseError {
  const list = names.join(" and ");
  const detail = `${error.detail} The object on the platform has ${list}, which this release does not know and sends back as it was read: an update without ${names.length === 1 ? "it" : "them"} would remove what somebody has set. Install a newer release, or remove ${list} on the platform, then run again.`;
  return new ResponseError(error, error.sideEffect, error.what, detail, error);
}

function refusedNames(error: unknown, names: readonly string[]): string[] {
  if (!(error instanceof ResponseError) || (error.status !== 400 && error.status !== 422)) return [];
  const words = new Set(error.platformMessage.match(/[\w$]+/g));
  return names.filter((name) => words.has(name));
}
