import { createHash, hkdfSync, randomBytes, scryptSync } from "node:crypto";
import { isStandIn, standInText } from "../../values/stand-in.ts";

/**
 * scrypt with 16 MiB: 0.03 s per value. The key is encrypted in state, so a state alone is useless. A reader who also has the
 * key, for example through the passphrase of the stack, still cannot try many values.
 */
const cost = { N: 2 ** 14, r: 8, p: 1 };
const digestBytes = 24;

/** Digests by key and checksum. Computing one takes noticeable time, and check, diff and update of a resource each need it. */
const digests = new Map<string, string>();

/** The values of one resource that are never stored (input `writeOnly`), and their stand-ins. */
export class WriteOnlyValues {
  /** One key per resource; the engine encrypts it in state. */
  readonly key: string;
  /** This key, and those from records of earlier creations of the resource. */
  readonly #keys: string[];
  readonly #values = new Map<string, string>();
  /** Resources whose operation is still to come. After a rename in the state, two have the same key. */
  readonly #waiting = new Set<string>();

  constructor(key: string) {
    this.key = key;
    this.#keys = [key];
  }

  get keys(): readonly string[] {
    return this.#keys;
  }

  addKeys(keys: readonly string[]): void {
    for (const key of keys) if (!this.#keys.includes(key)) this.#keys.push(key);
  }

  /** A check keeps values for an operation of this resource. */
  await(urn: string): void {
    this.#waiting.add(urn);
  }

  /** The operation of this resource has ended. Returns whether no other one needs the values. */
  end(urn: string): boolean {
    this.#waiting.delete(urn);
    return this.#waiting.size === 0;
  }

  /** Keeps a value for the operation that needs it. Returns its stand-in. */
  keep(value: string): string {
    const standIn = this.standInOf(value);
    this.#values.set(standIn, value);
    return standIn;
  }

  /** Whether a value is kept. */
  has(value: string): boolean {
    return [...this.#values.values()].includes(value);
  }

  standInOf(value: string): string {
    return this.#digest(this.key, checksumOf(value));
  }

  /** Returns a digest that compares a value across resources. It is in no state. */
  contentOf(value: string): string {
    return this.#digest("", checksumOf(value));
  }

  /** Whether a text is the stand-in of a value. */
  isOf(standIn: string, value: string): boolean {
    return this.hasChecksum(standIn, checksumOf(value));
  }

  /** Like `isOf`, by the checksum of the value: SHA-256, hexadecimal. */
  hasChecksum(standIn: string, checksum: string): boolean {
    return this.#keys.some((key) => this.#digest(key, checksum.toLowerCase()) === standIn);
  }

  /** Replaces stand-ins by the values that are known, at any depth. */
  reveal<T>(value: T, candidates: readonly string[] = []): T {
    if (isStandIn(value)) return (this.#values.get(value) ?? this.#among(value, candidates) ?? value) as T;
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((element) => this.reveal(element, candidates)) as T;
    const entries = Object.entries(value).map(([key, element]) => [key, this.reveal(element, candidates)]);
    return Object.fromEntries(entries) as T;
  }

  #among(standIn: string, candidates: readonly string[]): string | undefined {
    return candidates.find((value) => this.isOf(standIn, value));
  }

  /** Digests the checksum: if the platform returns only a checksum, nothing else can be compared. */
  #digest(key: string, checksum: string): string {
    const name = `${key} ${checksum}`;
    const known = digests.get(name);
    if (known !== undefined) return known;
    const digest = standInText(scryptSync(checksum, Buffer.from(key, "base64"), digestBytes, cost));
    digests.set(name, digest);
    return digest;
  }
}

function checksumOf(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/**
 * Returns the key of a resource that is not in state. A preview and the `up` that carries out its plan must get the same key, so
 * it is derived from the API key, which is in neither. (The engine's own random seed of a check reaches a dynamic provider only
 * after its first request, and is in the plan in clear.) Without an API key, the check has no result.
 */
export function newWriteOnlyKey(urn: string, apiKey: string | undefined): string {
  if (apiKey === undefined) return randomBytes(32).toString("base64");
  return Buffer.from(hkdfSync("sha256", apiKey, urn, "cloudplatform write-only values", 32)).toString("base64");
}

/** By key: nothing else is common to the operations of a resource. */
const kept = new Map<string, WriteOnlyValues>();

/** Returns the values that wait for the operation of a resource. */
export function writeOnlyValues(key: string): WriteOnlyValues {
  const known = kept.get(key) ?? new WriteOnlyValues(key);
  kept.set(key, known);
  return known;
}

/** Drops the values of an operation that has ended. */
export function forgetWriteOnlyValues(key: string | undefined, urn: string): void {
  if (key !== undefined && kept.get(key)?.end(urn) === true) kept.delete(key);
}
