import { clock } from "../../values/index.ts";
import { AbsentError, type RequestError, UnprovenAbsenceError } from "../errors.ts";
import type { Sending } from "../operation-client.ts";
import { OwnWrites } from "../reads-after-writes.ts";
import type { Prepared } from "../request.ts";
import { isRepeatable } from "../retry.ts";
import type { Settings } from "../settings.ts";

/** Responses in a row by which an object is missing; what lies between them shows that the platform itself responds. */
const absencesUntilBelieved = 2;

/**
 * How long one request asks again for what is missing: one replica or gateway may not know what others do, and what was written a
 * little while ago may not be shown yet.
 */
export class Doubt {
  readonly #settleMs: number;
  #absences = 0;
  /** Somebody may have made or deleted the object just before the first contradiction. */
  #contradicted: OwnWrites | undefined;

  constructor({ ambiguityTimeoutSeconds }: Pick<Settings, "ambiguityTimeoutSeconds">) {
    this.#settleMs = ambiguityTimeoutSeconds * 1000;
  }

  /** Whether the request is to be sent again, after a pause. */
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
