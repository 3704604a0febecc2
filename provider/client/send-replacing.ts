import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Change, camel, type FieldPath, pathText, sendBack } from "../schema/index.ts";
import { ResponseError } from "./errors.ts";
import type { CallOptions } from "./operation-client.ts";

/**
 * Names that only the platform sets, in the style of the contract: ids and addresses, times, counters, states, and who has done
 * something.
 */
const readOnlyNames =
  /^(_.*|id|uuid|url|href|links?|client|owner|account|status|state|revision|etag|(last|created|updated|deleted|modified)(_.*|[A-Z].*)?|.*(_at|_on|_by|_count|_checksum|[a-z](At|On|By|Count|Checksum))|count)$/;

/**
 * Sends a request that replaces an object or parts of it, with the fields that {@link sendBack} adds. The platform ignores those that
 * only it sets, and one that refuses them keeps them itself: they are left out, and the request is sent again. Any other field that it
 * refuses stays an error, for the request would take it away.
 * @param readAgain Returns the change of the object as it is now. Before the client repeats a request whose response was lost, somebody
 *   else may have changed what the first one has sent back.
 */
export async function sendReplacing<T extends object, R>(
  schema: z.ZodObject,
  change: Change<T>,
  send: (body: T, options?: CallOptions) => Promise<R>,
  readAgain?: () => Promise<Change<T>>,
): Promise<R> {
  const without = new Set<string>();
  let current = change;
  for (;;) {
    const { body, sentBack } = sendBack(schema, current, without);
    const beforeRepeat = async () => {
      current = (await readAgain?.()) ?? current;
      if (!isDeepStrictEqual(sendBack(schema, current, without).body, body)) throw new Outdated();
    };
    try {
      return await send(body, { beforeRepeat });
    } catch (error) {
      if (error instanceof Outdated) continue;
      const refused = refusedFields(error, sentBack, current.body);
      if (refused.length === 0) throw error;
      const needed = refused.filter((path) => !readOnlyNames.test(nameOf(path)));
      if (needed.length > 0) throw neededError(error as ResponseError, needed.map(pathText));
      for (const path of refused) without.add(pathText(path));
    }
  }
}

/** The body of a request no longer has what the object has. */
class Outdated extends Error {}

function neededError(error: ResponseError, paths: readonly string[]): ResponseError {
  const list = paths.join(" and ");
  const detail = `${error.detail} The object on the platform has ${list}, which this release does not know and sends back as it was read: an update without ${paths.length === 1 ? "it" : "them"} would remove what somebody has set. Install a newer release, or remove ${list} on the platform, then run again.`;
  return new ResponseError(error, error.sideEffect, error.what, detail, error);
}

/**
 * Returns the fields that a refusal names, in any spelling. A platform may write the whole path or only the last name, which is then
 * no name that the program uses.
 */
function refusedFields(error: unknown, sentBack: readonly FieldPath[], body: object): FieldPath[] {
  if (!(error instanceof ResponseError) || (error.status !== 400 && error.status !== 422)) return [];
  const words = new Set(error.platformMessage.match(/[\w$-]+/g)?.map(camel));
  const isNamed = (part: string | number) => typeof part === "number" || words.has(camel(part));
  const given = new Set(namesIn(body).map(camel));
  const named = sentBack.filter((path) => isNamed(nameOf(path)));
  return [...Map.groupBy(named, nameOf).entries()].flatMap(([name, paths]) => {
    const whole = paths.filter((path) => path.every(isNamed));
    const length = Math.max(...whole.map((path) => path.length));
    if (whole.length > 0) return whole.filter((path) => path.length === length);
    return given.has(camel(name)) ? [] : paths;
  });
}

/** Returns the name of a field without its path. */
function nameOf(path: FieldPath): string {
  return String(path.at(-1));
}

/** Returns the names of all fields of a value. */
function namesIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)];
}
