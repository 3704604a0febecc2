import { z } from "zod";
import { textMap, timestamp, uniqueList } from "../field.ts";
import { typeNames } from "../type-names.ts";

/** Signing algorithms of OpenID Connect that the platform accepts. companion §2.3. */
export const signingAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
] as const;

const text = z.string().nullish();

/** Log-in through OpenID Connect. platform-api §2.3; the two required fields: companion §2.3. */
const oidc = z
  .object({
    issuer_url: z.string().min(1).describe("URL of the identity provider."),
    client_id: z.string().min(1).describe("Client id for which tokens must be issued."),
    username_claim: text.describe("Claim that holds the user name."),
    username_prefix: text.describe("Prefix of user names."),
    groups_claim: text.describe("Claim that holds the groups."),
    groups_prefix: text.describe("Prefix of group names."),
    required_claims: textMap.nullish().describe("Claims by name, with the values that a token must have."),
    signing_algs: uniqueList(z.enum(signingAlgorithms)).nullish().describe("Accepted signing algorithms."),
  })
  .register(typeNames, {
    token: "kubernetes/authentication:Oidc",
    description: "Authentication through OpenID Connect.",
  });

/** How users log in. `oidc: null` removes OpenID Connect (companion §2.5). */
export const authentication = z
  .object({ oidc: oidc.nullish().describe("OpenID Connect. null: none.") })
  .register(typeNames, { token: "kubernetes/authentication:Authentication" })
  .nullish()
  .describe("How users authenticate.");

/** As the platform returns it. companion §2.4. */
export const authenticationRecord = z
  .looseObject({
    oidc: z
      .looseObject({
        issuer_url: text.describe("URL of the identity provider."),
        client_id: text.describe("Client id for which tokens must be issued."),
        username_claim: text.describe("Claim that holds the user name."),
        username_prefix: text.describe("Prefix of user names."),
        groups_claim: text.describe("Claim that holds the groups."),
        groups_prefix: text.describe("Prefix of group names."),
        required_claims: textMap.nullish().describe("Claims that a token must have."),
        signing_algs: z.array(z.string()).nullish().describe("Accepted signing algorithms."),
      })
      .register(typeNames, { token: "kubernetes/authentication:OidcResult" })
      .nullish()
      .describe("OpenID Connect."),
    kubeconfig_created_at: timestamp.nullish().describe("When the kubeconfig was created."),
    kubeconfig_expires_at: timestamp.nullish().describe("When the kubeconfig expires."),
  })
  .register(typeNames, { token: "kubernetes/authentication:AuthenticationResult" });
