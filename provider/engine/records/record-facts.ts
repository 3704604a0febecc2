import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Properties } from "../../values/properties.ts";
import { OperationError } from "../handler/errors.ts";
import type { CreateRecord } from "../handler/handler.ts";
import { operationSecrets, withStandIns } from "../secrets/operation-secrets.ts";
import { WriteOnlyValues } from "../secrets/write-only-values.ts";

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

/**
 * Encrypts a text that must outlive the process and that only the next process may read. The API key is the one secret that both
 * have; a key that is derived from it never leaves the process.
 */
export function seal(text: string, apiKey: string): string {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(apiKey, salt), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), encrypted]).toString("base64");
}

/** Decrypts a text from {@link seal}; undefined with another API key. */
export function unseal(sealed: string, apiKey: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  const [salt, nonce, tag] = [bytes.subarray(0, 16), bytes.subarray(16, 28), bytes.subarray(28, 44)];
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(apiKey, salt), nonce).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function keyOf(apiKey: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", apiKey, salt, "cloudplatform record of a creation", 32));
}
