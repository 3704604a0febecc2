import { type Area, type Endpoint, endpoints, mayChange } from "../../api/index.ts";
import { camel } from "../../schema/index.ts";
import { clock } from "../../values/index.ts";
import type { Call } from "../call-types.ts";
import { AbsentError, detailOf, getOrUndefined, RequestError, ResponseError, UnprovenAbsenceError } from "../errors.ts";
import type { OperationClient } from "../operation-client.ts";
import { readList } from "../read-list.ts";
import { type Ask, SharedRead } from "../shared-read.ts";

/** Proof that a 404 was examined: only this file can create it. */
class Proof {
  readonly #shownBy: string;

  constructor(shownBy: string) {
    this.#shownBy = shownBy;
  }

  /** Id of the request that confirmed the platform. */
  get shownBy(): string {
    return this.#shownBy;
  }
}

export type AbsenceProof = Proof;

/** How long a response confirms the platform: an operation's deletions and reads come close together. */
const freshMs = 5_000;

const isMissingToo = "missing";

/** Recent reads of this process that confirm the platform, by request. */
export class Evidence {
  readonly #reads = new Map<string, { at: number; read: SharedRead<unknown> }>();

  /**
   * Classifies a 404 or 410: the object provably does not exist, or its absence is unproven. Returns any other error unchanged.
   */
  async check(error: RequestError, endpoint: Endpoint, params: object, client: OperationClient): Promise<RequestError> {
    if (!(error instanceof ResponseError) || !isGone(error.status) || !namesObject(endpoint)) return error;
    if (!error.hasOwnForm)
      return new UnprovenAbsenceError(
        error,
        "the response is not in the form of the platform: a gateway or another server sent it",
      );
    try {
      const shown = await this.#contradiction(error, endpoint, params, client);
      if (shown !== undefined) return new UnprovenAbsenceError(error, shown, true);
    } catch (failure) {
      if (failure instanceof RequestError) return new UnprovenAbsenceError(error, doubtText(failure));
      throw failure;
    }
    for (const witness of witnessesOf(endpoint)) {
      const doubt = await this.#doubt(witness, params, client);
      if (doubt === undefined) return new AbsentError(error, new Proof(witness.id));
      if (doubt !== isMissingToo) return new UnprovenAbsenceError(error, doubt);
    }
    return new UnprovenAbsenceError(error, "every other request gets a 404, too");
  }

  /**
   * Searches for the object elsewhere, since a gateway or replica may serve one request and not another. After a change, reads
   * the object; after a read without a body, which a gateway may send as well, checks the list.
   */
  async #contradiction({ isBare }: ResponseError, endpoint: Endpoint, params: object, client: OperationClient) {
    const read = readOf(endpoint);
    if (read !== undefined) {
      const seen = await getOrUndefined(client.call(read, { params: paramsOf(read, params) } as Call<Endpoint>));
      return seen === undefined ? undefined : "a read of the same object shows it";
    }
    const list = isBare ? listOf(endpoint) : undefined;
    if (list === undefined) return undefined;
    const isListed = (await this.#ids(list, client)).has((params as { id?: unknown }).id);
    return isListed ? "the list of such objects shows it" : undefined;
  }

  /** Returns why a request does not confirm the platform, or undefined if it does. */
  #doubt(witness: Endpoint, params: object, client: OperationClient): Promise<string | undefined> {
    const own = paramsOf(witness, params);
    return this.#recent(`${witness.id} ${JSON.stringify(own)}`, client, (shared) => doubtOf(witness, own, shared));
  }

  #ids(list: Endpoint, client: OperationClient): Promise<ReadonlySet<unknown>> {
    return this.#recent(`ids ${list.id}`, client, (shared) => idsIn(list, shared));
  }

  /** Returns a read of the last seconds, which operations share, or starts one. */
  #recent<T>(key: string, client: OperationClient, ask: Ask<T>): Promise<T> {
    const known = this.#reads.get(key);
    if (known !== undefined && !known.read.hasFailed && clock.monotonic() - known.at <= freshMs)
      return known.read.join(client) as Promise<T>;
    const read = new SharedRead(client, ask);
    this.#reads.set(key, { at: clock.monotonic(), read });
    return read.join(client);
  }
}

async function doubtOf(witness: Endpoint, params: object, client: OperationClient): Promise<string | undefined> {
  const query = witness.query.shape.limit === undefined ? {} : { limit: 1 };
  try {
    await client.call(witness, { params, query } as Call<Endpoint>);
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (!(error instanceof ResponseError && error.hasOwnForm)) return doubtText(error);
    // Missing permissions in the form of the cloud area, which no gateway produces, confirm the platform too.
    if (error.status === 403 && witness.area === "cloud") return undefined;
    return isGone(error.status) ? isMissingToo : doubtText(error);
  }
}

/** Returns the parameters of a request that another endpoint has, too. */
function paramsOf(endpoint: Endpoint, params: object): Record<string, unknown> {
  const names = Object.keys(endpoint.params.shape).map(camel);
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)));
}

function doubtText(error: RequestError): string {
  return `another request to the same place failed: ${detailOf(error)}`;
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** Returns the ids of all objects in a list. */
async function idsIn(list: Endpoint, client: OperationClient): Promise<ReadonlySet<unknown>> {
  const { items } = await readList(client, list, {}, { itemsOf: elementsOf, idOf });
  return new Set(items.map(idOf));
}

function elementsOf(response: unknown): readonly unknown[] {
  const lists: unknown[][] = [response, ...Object.values(response as object)].filter(Array.isArray);
  return lists[0] ?? [];
}

function idOf(one: unknown): unknown {
  return (one as { id?: unknown }).id;
}

/** A request that every account can make in an area, for paths without a list above them. */
const ofArea: Record<Area, Endpoint> = {
  cloud: endpoints["tasks.list"],
  cdn: endpoints["ruleTemplates.list"],
  edge: endpoints["edgeAccount.get"],
  storage: endpoints["storageEvents.list"],
  streaming: endpoints["streams.list"],
};

/**
 * Requests that can confirm that a 404 comes from the platform: the lists above the object's path, nearest first, then one that
 * every account can make.
 */
export function witnessesOf(endpoint: Endpoint): readonly Endpoint[] {
  return [...readsAbove(endpoint), ofArea[endpoint.area]];
}

/** Returns the request that reads the object of a change, or undefined if there is none or the endpoint changes nothing. */
export function readOf(endpoint: Endpoint): Endpoint | undefined {
  if (!mayChange(endpoint)) return undefined;
  return [...readsAt([endpoint.path]), ...readsAbove(endpoint)].find(namesObject);
}

/** Returns the list of the objects that a path names by the id at its end. */
export function listOf({ path }: Endpoint): Endpoint | undefined {
  return path.endsWith("/{id}") ? readsAt([path.slice(0, -"/{id}".length)])[0] : undefined;
}

/** Whether the path of an endpoint names an object that may be missing, and not only a project or region. */
export function namesObject({ path }: Endpoint): boolean {
  return /\{(?!project_id|region_id)\w+\}/.test(path);
}

function readsAbove({ path }: Endpoint): Endpoint[] {
  const parts = path.split("/");
  return readsAt(parts.map((_, index) => parts.slice(0, parts.length - index - 1).join("/")));
}

function readsAt(paths: readonly string[]): Endpoint[] {
  const all: readonly Endpoint[] = Object.values(endpoints);
  return paths.flatMap((path) => all.find((each) => each.method === "GET" && each.path === path) ?? []);
}
