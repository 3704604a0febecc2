// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Versions of Kubernetes.
 *
 * *Source:* companion §2.1.
 */
export interface VersionsResult {
  /** Total number of items. */
  count: number;
  /** Items of this page. */
  results: VersionResult[];
}

/**
 * A version of Kubernetes.
 *
 * *Source:* companion §2.1.
 */
export interface VersionResult {
  /** Version with its `v`. */
  version: string;
}
