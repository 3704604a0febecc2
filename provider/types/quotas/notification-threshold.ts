// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { GlobalQuotas, RegionalQuotas } from "./quota.ts";

/**
 * Inputs of the quota notification threshold of a client.
 *
 * *Source:* platform-api §2.12; companion §6.2.
 */
export interface NotificationThresholdInputs {
  /**
   * Client.
   *
   * Integer at least 1. Default: the setting `cloudplatform:clientId`.
   */
  clientId?: number;
  /**
   * Quota usage at which the e-mail is sent.
   *
   * Integer from 60 to 100 percent.
   */
  threshold: number;
}

/**
 * Quota usage (percent) at which a client gets an e-mail, and the quotas in the last warning.
 *
 * *Source:* platform-api §2.12.
 */
export interface NotificationThresholdResult {
  /** Client. */
  clientId?: number | null;
  /**
   * Quota usage at which the e-mail is sent.
   *
   * From 60 to 100 percent. Default: `80`.
   */
  threshold: number;
  /** When the last e-mail was sent. null: never. */
  lastSending?: string | null;
  /** Quotas in the last warning. null: none was sent. */
  lastMessage?: QuotaMessage | null;
}

/**
 * Quotas in a warning.
 *
 * *Source:* platform-api §2.12.
 */
export interface QuotaMessage {
  /** Quotas of the client in all regions. */
  globalQuotas?: GlobalQuotas | null;
  /** Regional quotas, one element per region. */
  regionalQuotas?: RegionalQuotas[] | null;
}

/**
 * Outputs of the quota notification threshold of a client.
 *
 * *Source:* platform-api §2.12; companion §6.2.
 */
export interface NotificationThresholdOutputs {
  /** Client. */
  clientId: number;
  /** Quota usage at which the e-mail is sent. */
  threshold: number;
  /**
   * When the last e-mail was sent. null: never.
   *
   * Read-only.
   */
  lastSending?: string;
}
