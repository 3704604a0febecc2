import type { Endpoint } from "../../api/index.ts";
import { camel } from "../../schema/index.ts";
import { clock } from "../../values/index.ts";
import type { Call } from "../call.ts";
import { AbsentError, detailOf, getOrUndefined, RequestError, ResponseError, UnprovenAbsenceError } from "../errors.ts";
import type { OperationClient } from "../operation-client.ts";
import { type Ask, SharedRead } from "../shared-read.ts";
import { idsIn } from "./listed-ids.ts";
import { listOf, namesObject, readOf, witnessesOf } from "./witnesses.ts";

/** Shows that a 404 was examined: only this file makes one. */
class Proof {
  readonly #shownBy: string;

  constructor(shownBy: string) {
    this.#shownBy = shownBy;
  }

  /** The request that has shown the platform. */
  get shownBy(): string {
    return this.#shownBy;
  }
}

export type AbsenceProof = Proof;

/** For how long a response shows the platform: deletions and reads of one operation come together. */
const freshMs = 5_000;

const isMissingToo = "missing";

/** What has shown the platform in this process, by request. */
export class Evidence {
  readonly #reads = new Map<string, { at: number; read: SharedRead<unknown> }>();

  /**
   * The error of a 404 or 410: proof that the object does not exist, or that its absence is not proven. Another error stands.
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
   * What shows the object all the same, as a gateway or replica may know one request and not another: to a change, a read of the
   * object; to a read without a body, which a gateway may send as well, the list.
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

  /** Why a request does not show the platform; undefined: it does. */
  #doubt(witness: Endpoint, params: object, client: OperationClient): Promise<string | undefined> {
    const own = paramsOf(witness, params);
    return this.#recent(`${witness.id} ${JSON.stringify(own)}`, client, (shared) => doubtOf(witness, own, shared));
  }

  /** The ids of a list. */
  #ids(list: Endpoint, client: OperationClient): Promise<ReadonlySet<unknown>> {
    return this.#recent(`ids ${list.id}`, client, (shared) => idsIn(list, shared));
  }

  /** A read of the last seconds, which operations share. */
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
    // A missing right in the form of the cloud area, which no gateway has, shows the platform too.
    if (error.status === 403 && witness.area === "cloud") return undefined;
    return isGone(error.status) ? isMissingToo : doubtText(error);
  }
}

/** Those parameters of a request that another one has, too. */
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
