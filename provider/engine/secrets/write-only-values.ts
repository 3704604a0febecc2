import { createHash, hkdfSync, randomBytes, scryptSync } from "node:crypto";
import { isStandIn, standInText } from "../../values/stand-in.ts";

/**
 * scrypt with 16 MiB: 0.03 s a value. The key is encrypted in state, so that a state alone is of no use; a reader who has the key too,
 * such as one with the passphrase of the stack, still cannot try many values.
 */
const cost = { N: 2 ** 14, r: 8, p: 1 };
const digestBytes = 24;

/** Digests by key and checksum: one takes long enough to be noticed, and check, diff and update of a resource each need it. */
const digests = new Map<string, string>();

/** Values that are never stored (input `writeOnly`) of one resource, and what stands for them. */
export class WriteOnlyValues {
  /** One for each resource; the engine encrypts it in state. */
  readonly key: string;
  /** That key, and those of records of earlier creations of the resource. */
  readonly #keys: string[];
  readonly #values = new Map<string, string>();

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

  /** Keeps a value for the operation that needs it. Returns what stands for it. */
  keep(value: string): string {
    const standIn = this.standInOf(value);
    this.#values.set(standIn, value);
    return standIn;
  }

  /** Whether a value is among those that are kept. */
  has(value: string): boolean {
    return [...this.#values.values()].includes(value);
  }

  standInOf(value: string): string {
    return this.#digest(this.key, checksumOf(value));
  }

  /** What a value is compared by across resources. It is in no state. */
  contentOf(value: string): string {
    return this.#digest("", checksumOf(value));
  }

  /** Whether a value is the one that a text stands for. */
  isOf(standIn: string, value: string): boolean {
    return this.hasChecksum(standIn, checksumOf(value));
  }

  /** The same by the checksum of the value: SHA-256, hexadecimal. */
  hasChecksum(standIn: string, checksum: string): boolean {
    return this.#keys.some((key) => this.#digest(key, checksum.toLowerCase()) === standIn);
  }

  /** A value with the present values in place of what stands for them, at any depth; what is not known stays. */
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

  /** Of the checksum: where the platform returns that and no value, it is all that can be compared. */
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
 * The key of a resource of which nothing is in state. A preview and the `up` that carries out its plan must come to the same one: so it
 * is derived from the API key, which is in neither. (The engine's own random seed of a check does not reach a dynamic
 * provider before its first request, and is in the plan in clear.) Without an API key, nothing comes of the check.
 */
export function newWriteOnlyKey(urn: string, apiKey: string | undefined): string {
  if (apiKey === undefined) return randomBytes(32).toString("base64");
  return Buffer.from(hkdfSync("sha256", apiKey, urn, "cloudplatform write-only values", 32)).toString("base64");
}

/** By key: the operations of a resource have that in common, and nothing else. */
const kept = new Map<string, WriteOnlyValues>();

/** The values that wait for the operation of a resource. */
export function writeOnlyValues(key: string): WriteOnlyValues {
  const known = kept.get(key) ?? new WriteOnlyValues(key);
  kept.set(key, known);
  return known;
}

/** The operation has ended. */
export function forgetWriteOnlyValues(key: string | undefined): void {
  if (key !== undefined) kept.delete(key);
}
