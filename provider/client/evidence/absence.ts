import type { Endpoint } from "../../api/index.ts";
import { camel } from "../../schema/index.ts";
import { clock } from "../../values/index.ts";
import type { Call } from "../call.ts";
import { AbsentError, detailOf, RequestError, ResponseError, UnprovenAbsenceError } from "../errors.ts";
import type { OperationClient } from "../operation-client.ts";
import { SharedRead } from "../shared-read.ts";
import { witnessesOf } from "./witnesses.ts";

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
  readonly #shown = new Map<string, { at: number; read: SharedRead<string | undefined> }>();

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
    for (const witness of witnessesOf(endpoint)) {
      const doubt = await this.#doubt(witness, params, client);
      if (doubt === undefined) return new AbsentError(error, new Proof(witness.id));
      if (doubt !== isMissingToo) return new UnprovenAbsenceError(error, doubt);
    }
    return new UnprovenAbsenceError(error, "every other request gets a 404, too");
  }

  /** Why a request does not show the platform; undefined: it does. */
  #doubt(witness: Endpoint, params: object, client: OperationClient): Promise<string | undefined> {
    const names = Object.keys(witness.params.shape).map(camel);
    const own = Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)));
    const key = `${witness.id} ${JSON.stringify(own)}`;
    let known = this.#shown.get(key);
    if (known === undefined || known.read.hasFailed || clock.monotonic() - known.at > freshMs) {
      known = { at: clock.monotonic(), read: new SharedRead(client, (shared) => doubtOf(witness, own, shared)) };
      this.#shown.set(key, known);
    }
    return known.read.join(client);
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

function doubtText(error: RequestError): string {
  return `another request to the same place failed: ${detailOf(error)}`;
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** Whether the path of an endpoint names an object that may be missing, and not only a place. */
function namesObject({ path }: Endpoint): boolean {
  return /\{(?!project_id|region_id)\w+\}/.test(path);
}
