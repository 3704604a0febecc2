// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Inputs of a secret of edge apps.
 *
 * *Source:* platform-api §2.10; companion §5.1, §5.2.
 */
export interface SecretInputs {
  /**
   * Name of the secret, unique.
   *
   * 1 to 128 characters.
   */
  name: string;
  /**
   * Comment.
   *
   * At most 1024 characters.
   */
  comment?: string;
  /**
   * Values, each with its effective-from time.
   *
   * Elements are identified by `slot`; their order is not significant.
   */
  secretSlots?: SecretSlot[];
  /**
   * Keeps secrets out of state: a keyed hash replaces each value that is always secret, and each header that the
   * program marks as secret.
   */
  writeOnly?: boolean;
}

/**
 * A value of a secret.
 *
 * *Source:* platform-api §2.10; companion §5.1, §5.2.
 */
export interface SecretSlot {
  /**
   * 0, or the Unix time from which the value is effective.
   *
   * Integer at least 0.
   */
  slot: number;
  /**
   * Value. The platform never returns it; a change on the platform is detected by its checksum.
   *
   * At most 4096 characters. Secret.
   */
  value?: string;
}

/**
 * A secret of edge apps; its values are never returned.
 *
 * *Source:* platform-api §2.10, §4 #12.
 */
export interface SecretResult {
  /** Secret id; omitted by some platforms. */
  id: number;
  /** Name of the secret, unique. */
  name: string;
  /** Comment. */
  comment?: string | null;
  /** Number of apps that use the secret. */
  appCount?: number | null;
  /** Slots with the checksums of their values. */
  secretSlots?: SecretSlotResult[] | null;
}

/**
 * A slot of a secret with the checksum of its value.
 *
 * *Source:* platform-api §2.10, §4 #12.
 */
export interface SecretSlotResult {
  /** 0, or the Unix time from which the value is effective. */
  slot: number;
  /** SHA-256 of the value, hexadecimal. */
  checksum?: string | null;
}

/**
 * A page of secrets of edge apps.
 *
 * *Source:* companion §5.1.
 */
export interface GetSecretsResult {
  /** Secrets of this page. */
  secrets: SecretSummaryResult[];
  /** Total number of secrets that match the filters. */
  count?: number;
}

/**
 * A secret of edge apps in a list; its values are never returned.
 *
 * *Source:* companion §5.1.
 */
export interface SecretSummaryResult {
  /** Secret id; omitted by some platforms. */
  id?: number | null;
  /** Name of the secret, unique. */
  name: string;
  /** Comment. */
  comment?: string | null;
  /** Number of apps that use the secret. */
  appCount?: number | null;
  /** Slots with the checksums of their values. */
  secretSlots?: SecretSlotResult[] | null;
}

/**
 * Outputs of a secret of edge apps.
 *
 * *Source:* platform-api §2.10; companion §5.1, §5.2.
 */
export interface SecretOutputs {
  /** Name of the secret, unique. */
  name: string;
  /** Comment. */
  comment?: string;
  /** Values, each with its effective-from time. */
  secretSlots?: SecretSlot[];
  /**
   * Keeps secrets out of state: a keyed hash replaces each value that is always secret, and each header that the
   * program marks as secret.
   */
  writeOnly?: boolean;
  /**
   * Id of the secret as a number.
   *
   * Read-only.
   */
  secretId: number;
  /**
   * Number of apps that use the secret.
   *
   * Read-only.
   */
  appCount?: number;
}
