import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { ruleSetDefinition } from "../../../resources/rule-set/definition.ts";
import type { RuleSetOutputs } from "../../../types/cdn.ts";
import type { Outputs } from "../input.ts";
import { CloudResource, isResourceOf } from "../resource.ts";
import { inputsByKey, type RuleSetArgs } from "./rule-set-arguments.ts";

export type { RuleSetArgs, RuleSetRuleArgs } from "./rule-set-arguments.ts";

// Its outputs, with the documentation of their schema.
export interface RuleSet extends Outputs<Pick<RuleSetOutputs, "templateIds">> {}

/**
 * CDN rules in one order: many rule templates as one resource.
 *
 * A thousand rules are one step of the engine. Each has a key, and is created, changed and deleted by it: another key is
 * another rule. Weights rise with the order of the list; they have gaps, so that an insertion or a move changes few of
 * them. Everything changes in place; nothing replaces. When a part of an update fails, what was done is kept, and the next
 * `up` continues.
 *
 * A rule takes over a rule template that exists by `import`, its id. The template must be as the rule says, except for its
 * weight. To move rule templates of the same program into a set, name each so and remove its resource: it is not deleted.
 * To move a rule out of the set, remove it and declare a {@link RuleTemplate} with the option `import`: the set lets go of the
 * templates that resources of the same program adopt. For a resource of another program list the key in `released`.
 *
 * *Errors:* check failures at preview for each bound, as of a rule template; a key that is missing, repeated or not allowed.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 *
 * @example
 * ```ts
 * import { cdn } from "@cloudplatform/pulumi";
 *
 * const shop = new cdn.RuleSet("shop", {
 *   rules: [
 *     { key: "images", rule: "/images/.*", ruleType: 0, options: { browser_cache_settings: { enabled: true, value: "3600s" } } },
 *     { key: "checkout", rule: "/checkout/.*", ruleType: 0, options: { edge_cache_settings: { enabled: true, value: "0s" } } },
 *   ],
 * });
 * export const images = shop.templateIds.images;
 * ```
 */
export class RuleSet extends CloudResource {
  /** @internal */
  static readonly __pulumiType = tokenOf(ruleSetDefinition);

  constructor(name: string, args: pulumi.Input<RuleSetArgs>, options?: pulumi.CustomResourceOptions) {
    super(ruleSetDefinition, name, inputsByKey(args), options);
  }

  /** Whether a value is a rule set. */
  static override isInstance(value: unknown): value is RuleSet {
    return isResourceOf(value, ruleSetDefinition);
  }
}
