// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * A secret of edge apps; its values are never returned.
 *
 * *Source:* platform-api §2.10, §4 #12.
 */
export interface SecretResult {
  /** Secret id; left out by some platforms. */
  id: number;
  /** Name of the secret, unique. */
  name: string;
  /** Comment. */
  comment?: string | null;
  /** Apps that use the secret. */
  appCount?: number | null;
  /** Slots with the checksums of their values. */
  secretSlots?: SecretSlotResult[] | null;
}

/**
 * A slot of a secret, with the checksum of its value.
 *
 * *Source:* platform-api §2.10, §4 #12.
 */
export interface SecretSlotResult {
  /** 0, or the moment (Unix time) from which the value holds. */
  slot: number;
  /** SHA-256 of the value, hexadecimal. */
  checksum?: string | null;
}
