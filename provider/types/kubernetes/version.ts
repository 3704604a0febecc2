// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Versions of Kubernetes.
 *
 * *Source:* companion §2.1.
 */
export interface VersionsResult {
  /** How many there are in all. */
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
