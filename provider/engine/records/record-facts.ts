import { z } from "zod";
import type { Properties } from "../../values/properties.ts";
import { OperationError } from "../handler/errors.ts";
import type { CreateRecord } from "../handler/handler.ts";
import { operationSecrets, withStandIns } from "../secrets/operation-secrets.ts";
import { WriteOnlyValues } from "../secrets/write-only-values.ts";
import { seal, unseal } from "./seal.ts";

/** Returns the inputs of the recorded creation. Earlier releases did not write them. */
export function askedOf({ previous }: Pick<CreateRecord, "previous">): Properties | undefined {
  return z.record(z.string(), z.unknown()).safeParse(previous?.asked).data;
}

/** Returns facts as they are written. A file beside the program must hold no secret in clear, and no value that is never stored. */
export function kept(given: Properties): Properties {
  const { sealKey, redact, writeOnly } = operationSecrets();
  const facts = writeOnly === undefined ? given : { ...mapAsked(given, withStandIns), writeOnlyKeys: writeOnly.keys };
  const text = JSON.stringify(facts);
  const isOpen = sealKey === undefined || (facts.writeOnlyKeys === undefined && redact(text) === text);
  return isOpen ? { facts } : { sealed: seal(text, sealKey) };
}

/** Returns facts with the values of today's program in place of the stand-ins that match them. */
export function revealed(facts: Properties): Properties {
  const keys = z.array(z.string()).safeParse(facts.writeOnlyKeys).data ?? [];
  const [first] = keys;
  if (first === undefined) return facts;
  const secrets = operationSecrets();
  const values = secrets.writeOnly ?? new WriteOnlyValues(first);
  values.addKeys(keys);
  return mapAsked(facts, (asked) => values.reveal(asked, secrets.texts));
}

/** Changes the inputs of this request and of those before it. */
function mapAsked(facts: Properties, change: (asked: unknown) => unknown): Properties {
  const { asked, earlier } = facts;
  const ofOne = (one: unknown) =>
    one !== null && typeof one === "object" && "asked" in one ? { ...one, asked: change(one.asked) } : one;
  return {
    ...facts,
    ...(asked !== undefined && { asked: change(asked) }),
    ...(Array.isArray(earlier) && { earlier: earlier.map(ofOne) }),
  };
}

/** Decrypts facts. */
export function unsealed(file: string, sealed: string): Properties {
  const { sealKey } = operationSecrets();
  const text = sealKey === undefined ? undefined : unseal(sealed, sealKey);
  if (text !== undefined) return JSON.parse(text);
  throw new OperationError(
    `The record of an interrupted creation, ${file}, is encrypted with another API key. Nothing was sent. Run once more with the API key of the interrupted run; or check what it created on the platform, remove the file, and import what was created with the option import.`,
    "CP2111",
  );
}
