import { PolicyPack } from "@pulumi/policy";
import { policiesOf } from "./engine/policies.ts";
import type { Rule } from "./engine/rule.ts";
import { preserveSecretMarkers } from "./engine/secret-markers.ts";
import { Session } from "./engine/session.ts";

/**
 * Starts a policy pack with these rules, and with the policies about the rules themselves: waivers, what was not evaluated, the
 * configuration. A pack of your own calls it once, in its main file; `examples/policy-pack` is a template.
 *
 * @example
 * ```ts
 * import { rules } from "@cloudplatform/policies";
 * import { startPack } from "@cloudplatform/policies/pack";
 *
 * startPack("acme-platform", rules.filter((rule) => rule.group !== "money"));
 * ```
 */
export function startPack(name: string, rules: readonly Rule[]): void {
  preserveSecretMarkers();
  const session = new Session(rules.map((rule) => rule.name));
  new PolicyPack(name, { policies: policiesOf(rules, session), enforcementLevel: "advisory" });
}
