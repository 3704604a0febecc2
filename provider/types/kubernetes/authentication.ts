// Written by `npm run generate` from the schemas in provider/api; do not edit.

/** A signing algorithm of OpenID Connect. */
export type SigningAlgorithm = "RS256" | "RS384" | "RS512" | "ES256" | "ES384" | "ES512" | "PS256" | "PS384" | "PS512";

/**
 * How users authenticate.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface Authentication {
  /** OpenID Connect. null: none. */
  oidc?: Oidc | null;
}

/**
 * Authentication through OpenID Connect.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface Oidc {
  /**
   * URL of the identity provider.
   *
   * Not empty.
   */
  issuerUrl: string;
  /**
   * Client id for which tokens must be issued.
   *
   * Not empty.
   */
  clientId: string;
  /** Claim that holds the user name. */
  usernameClaim?: string | null;
  /** Prefix of user names. */
  usernamePrefix?: string | null;
  /** Claim that holds the groups. */
  groupsClaim?: string | null;
  /** Prefix of group names. */
  groupsPrefix?: string | null;
  /** Claims by name, with the values that a token must have. */
  requiredClaims?: Record<string, string> | null;
  /**
   * Accepted signing algorithms.
   *
   * Order is not significant; elements are unique.
   */
  signingAlgs?: SigningAlgorithm[] | null;
}

/**
 * How users authenticate.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface AuthenticationResult {
  /** OpenID Connect. */
  oidc?: OidcResult | null;
  /** When the kubeconfig was created. */
  kubeconfigCreatedAt?: string | null;
  /** When the kubeconfig expires. */
  kubeconfigExpiresAt?: string | null;
}

/**
 * OpenID Connect.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface OidcResult {
  /** URL of the identity provider. */
  issuerUrl?: string | null;
  /** Client id for which tokens must be issued. */
  clientId?: string | null;
  /** Claim that holds the user name. */
  usernameClaim?: string | null;
  /** Prefix of user names. */
  usernamePrefix?: string | null;
  /** Claim that holds the groups. */
  groupsClaim?: string | null;
  /** Prefix of group names. */
  groupsPrefix?: string | null;
  /** Claims that a token must have. */
  requiredClaims?: Record<string, string> | null;
  /** Accepted signing algorithms. */
  signingAlgs?: string[] | null;
}
