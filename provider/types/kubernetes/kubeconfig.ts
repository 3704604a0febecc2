// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Credentials of a Kubernetes cluster.
 *
 * *Source:* companion §2.1.
 */
export interface KubeconfigResult {
  /**
   * The kubeconfig file, YAML.
   *
   * Secret.
   */
  config: string;
  /** When it was created. */
  createdAt?: string | null;
  /** When it expires. */
  expiresAt?: string | null;
  /** Address of the API server. */
  host?: string | null;
  /**
   * Client certificate, base64.
   *
   * Secret.
   */
  clientCertificate?: string | null;
  /**
   * Client key, base64.
   *
   * Secret.
   */
  clientKey?: string | null;
  /** Certificate of the cluster's authority, base64. */
  clusterCaCertificate?: string | null;
}
