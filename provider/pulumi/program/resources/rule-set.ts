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
 * An ordered set of CDN rules: many rule templates as one resource.
 *
 * Pulumi's engine handles a set in one step, however many rules the set has. The key of a rule identifies it: a new key
 * creates a rule template, and a removed key deletes one. Weights ascend in the order of the list, with gaps, so that inserting
 * or moving a rule changes few others. Every field is updated in place; no change replaces the set. If an update fails halfway,
 * the finished part is kept in state, and the next `up` continues.
 *
 * The field `import` of a rule adopts an existing rule template by its id; every field except the weight must match. To move
 * rule templates of the same program into a set, import each and remove its resource: the template is not deleted. To
 * move a rule out of the set, remove it and declare a {@link RuleTemplate} with the option `import`. If that resource
 * is in another program, list the key in `released`.
 *
 * *Errors:* check failures at preview for a value out of range, as for a rule template, and for a key that is missing, repeated
 * or malformed.
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
    super(ruleSetDefinition, name, inputsByKey(args, options), options);
  }

  /** Whether a value is a `RuleSet`. */
  static override isInstance(value: unknown): value is RuleSet {
    return isResourceOf(value, RuleSet);
  }
}
