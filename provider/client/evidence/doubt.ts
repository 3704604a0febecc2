import { clock } from "../../values/index.ts";
import { AbsentError, type RequestError, UnprovenAbsenceError } from "../errors.ts";
import type { Sending } from "../operation-client.ts";
import { OwnWrites } from "../own-writes.ts";
import type { Prepared } from "../request.ts";
import { isRepeatable } from "../retry.ts";
import type { Settings } from "../settings.ts";

/**
 * How many responses in a row must report an object missing; the requests between them confirm that the platform itself responds.
 */
const absencesUntilBelieved = 2;

/**
 * Decides how long a request is repeated for a missing object: one replica or gateway may not know what others do, and a recent
 * write may not be visible yet.
 */
export class Doubt {
  readonly #settleMs: number;
  #absences = 0;
  /** Set at the first contradiction, as if somebody had created or deleted the object just before it. */
  #contradicted: OwnWrites | undefined;

  constructor({ ambiguityTimeoutSeconds }: Pick<Settings, "ambiguityTimeoutSeconds">) {
    this.#settleMs = ambiguityTimeoutSeconds * 1000;
  }

  /** Whether to send the request again; pauses first where reads may be stale. */
  async repeats(error: RequestError, { endpoint, info }: Prepared, { scope, writes }: Sending): Promise<boolean> {
    if (!isRepeatable(endpoint)) return false;
    if (error instanceof UnprovenAbsenceError && error.isContradicted) {
      this.#contradicted ??= new OwnWrites(this.#settleMs, clock.now());
      if (this.#contradicted.unsettledMs === 0) return false;
      await this.#contradicted.pause(scope, ++this.#absences);
      return true;
    }
    if (!(error instanceof AbsentError)) return false;
    this.#absences++;
    if (!writes.mayHide(info.path)) return this.#absences < absencesUntilBelieved;
    await writes.pause(scope, this.#absences);
    return true;
  }
}
