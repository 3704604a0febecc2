import * as pulumi from "@pulumi/pulumi";
import { type ProviderArgs, providerInputs, rememberProvider } from "../provider.ts";

/**
 * Settings for some resources and functions of a program, served by the native provider: another account, project or
 * platform.
 *
 * An omitted setting comes from the stack's configuration, then from the environment. The API key is encrypted in state. A change of
 * the key or base URL updates the provider and replaces no resource.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "@cloudplatform/pulumi/native";
 *
 * const eu = new cloudplatform.Provider("eu", {
 *   baseUrl: "https://eu.example.com",
 *   apiKey: new pulumi.Config().requireSecret("euKey"),
 * });
 * new cloudplatform.cdn.RuleTemplate("images", { rule: "/images/.*", ruleType: 0 }, { provider: eu });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    const inputs = providerInputs(args);
    const named = Object.entries(inputs).map(([key, value]) => [key.replace("cloudplatform:", ""), value]);
    super("cloudplatform", name, Object.fromEntries(named), options);
    rememberProvider(this, inputs);
  }
}
