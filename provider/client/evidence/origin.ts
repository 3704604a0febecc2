import { endpoints } from "../../api/index.ts";
import { clock } from "../../values/index.ts";
import { ResponseError } from "../errors.ts";
import { type OperationClient, perClient } from "../operation-client.ts";
import { isMoved, isSameHost, platformKey } from "../platform-id.ts";
import { isPlaceholder } from "../settings.ts";
import { SharedRead } from "../shared-read.ts";

/** Where an object is: the platform and, where the platform shows one, the account. */
export interface Origin {
  /** {@link platformKey} of its base URL. */
  platform: string;
  /** Id of the client that the API key belongs to. */
  client?: number;
  /** In state: when the object was last written, in milliseconds since 1970. Reads may be stale for a while after that. */
  writtenAt?: number;
}

/** One name per account of a platform: object ids of different accounts may be equal. */
export function accountText({ platform, client }: Origin): string {
  return client === undefined ? platform : `${platform} ${client}`;
}

/**
 * Whether two origins are the same platform and account. Another host is another platform, since a copy of a platform has the
 * same ids of clients and objects. If both sides name an account, port and path do not matter.
 */
export function sameOrigin(one: Partial<Origin>, other: Partial<Origin>): "yes" | "maybe" | "no" {
  const areShown = one.client !== undefined && other.client !== undefined;
  if (areShown && one.client !== other.client) return "no";
  if (one.platform === undefined || other.platform === undefined) return "maybe";
  const isSame = areShown ? isSameHost(one.platform, other.platform) : one.platform === other.platform;
  return isSame || isMoved(one.platform) || isMoved(other.platform) ? "yes" : "no";
}

/** How long one response serves the operations of a process: an update takes seconds to minutes. */
const freshMs = 60_000;

interface Last {
  at: number;
  read: SharedRead<Origin> | undefined;
  /** The last known origin. */
  shown?: Origin;
}

const lastOf = perClient((): Last => ({ at: 0, read: undefined }));

/** Returns the last known platform and account without a request. */
export function shownOrigin(client: OperationClient): Origin | undefined {
  return lastOf(client).shown;
}

/**
 * Returns the platform and account that a client's settings point to, with one or two requests shared by all operations of a
 * process. Fails where the settings are wrong: a rejected key, a host that does not respond, a path that is not the API's.
 */
export function originOf(client: OperationClient): Promise<Origin> {
  const last = lastOf(client);
  if (last.read === undefined || last.read.hasFailed || clock.monotonic() - last.at > freshMs) {
    last.at = clock.monotonic();
    last.read = new SharedRead(client, async (shared) => {
      last.shown = await askOrigin(shared);
      return last.shown;
    });
  }
  return last.read.join(client);
}

async function askOrigin(client: OperationClient): Promise<Origin> {
  const platform = platformKey(client.settings.baseUrl);
  if (isPlaceholder(client.settings.baseUrl)) return { platform };
  const account = (await ofTasks(client)) ?? (await ofRuleTemplates(client));
  return account === undefined ? { platform } : { platform, client: account };
}

/** Tasks contain the client that started them (companion §1.2). */
async function ofTasks(client: OperationClient): Promise<number | undefined> {
  const { results = [] } = (await unlessForbidden(client.call(endpoints["tasks.list"], { query: { limit: 1 } }))) ?? {};
  return results[0]?.clientId ?? undefined;
}

/** Rule templates contain the client that created them; the platform's own templates have none (platform-api §2.2). */
async function ofRuleTemplates(client: OperationClient): Promise<number | undefined> {
  const response = await unlessForbidden(client.call(endpoints["ruleTemplates.list"], { query: { limit: 100 } }));
  if (response === undefined) return undefined;
  const templates = Array.isArray(response) ? response : response.results;
  const own = templates.find((one) => one.default !== true && typeof one.client === "number");
  return own?.client ?? undefined;
}

/** A key without permission to list shows no account, but may still be enough for the program. */
async function unlessForbidden<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ResponseError && error.status === 403) return undefined;
    throw error;
  }
}
