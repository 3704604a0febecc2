import { appendFileSync, readFileSync } from "node:fs";
import { canonical, knownFields } from "../../schema/index.ts";
import { canonicalHash } from "../../values/canonical-json.ts";
import { OperationError } from "../handler/errors.ts";

type Schema = Parameters<typeof knownFields>[0];

/** Environment variables that name the files in which `cloudplatform apply` has objects recorded, and expects them. */
export const readsRecord = "CLOUDPLATFORM_READS_RECORD";
export const readsExpected = "CLOUDPLATFORM_READS_EXPECTED";

/** Identifies an object in those files. */
interface ReadObject {
  /** {@link accountText} */
  account: string;
  noun: string;
  id: string;
}

/** The object is not as it was when the change was compared with its review. */
class ChangedSinceReviewError extends OperationError {}

/**
 * Binds an update to the objects that its reviewed preview has read. The engine's plan binds operations and inputs. It does not
 * cover what somebody changes on the platform afterwards, in a property that the update sets or in an object that it deletes. So
 * the preview records what it reads, and each read of the update is compared with that.
 */
class ReviewedReads {
  readonly #record: string | undefined;
  readonly #expected: ReadonlyMap<string, string> | undefined;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#record = environment[readsRecord] || undefined;
    const file = environment[readsExpected];
    this.#expected = file ? new Map(linesOf(file)) : undefined;
  }

  /** Whether reads are recorded or compared. If not, no caller needs the account of an object. */
  get isOn(): boolean {
    return this.#record !== undefined || this.#expected !== undefined;
  }

  /** Whether an object must be read again before it is changed. */
  expects(object: ReadObject): boolean {
    return this.#expected?.has(keyOf(object)) === true;
  }

  /** Records or compares a read. `inputs` undefined: the object is gone. */
  seen(object: ReadObject, schema: Schema, inputs: object | undefined): void {
    const key = keyOf(object);
    const value = inputs === undefined ? "gone" : canonicalHash(canonical(schema, knownFields(schema, inputs)));
    if (this.#record !== undefined) appendFileSync(this.#record, `${key} ${value}\n`, { mode: 0o600 });
    const expected = this.#expected?.get(key);
    if (expected === undefined || expected === value) return;
    throw new ChangedSinceReviewError(
      `${object.noun} ${object.id} ${inputs === undefined ? "was deleted" : "was changed"} on the platform after the change was compared with its review. It was not touched.`,
      "CP2121",
    );
  }
}

let own: { files: string; reads: ReviewedReads } | undefined;

/** Returns the reads in the files that the environment of this process names. */
export function reviewedReads(): ReviewedReads {
  const files = `${process.env[readsRecord]} ${process.env[readsExpected]}`;
  if (own?.files !== files) own = { files, reads: new ReviewedReads(process.env) };
  return own.reads;
}

function keyOf({ account, noun, id }: ReadObject): string {
  return canonicalHash([account, noun, id]);
}

/** Returns the lines by object; the last line of an object counts. Without a file, nothing was read. */
function linesOf(file: string): [string, string][] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return text.split("\n").flatMap((line): [string, string][] => {
    const [key, value] = line.split(" ");
    return key && value ? [[key, value]] : [];
  });
}
