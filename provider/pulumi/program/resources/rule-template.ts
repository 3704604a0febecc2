import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { ruleTemplateDefinition } from "../../../resources/rule-template/definition.ts";
import type { RuleTemplateInputs, RuleTemplateOutputs } from "../../../types/cdn.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf } from "../resource.ts";

/** Arguments of {@link RuleTemplate}. */
export type RuleTemplateArgs = Args<RuleTemplateInputs>;

// Its outputs, with the documentation of their schema.
export interface RuleTemplate extends Outputs<RuleTemplateOutputs> {}

/**
 * A CDN rule template: options for the paths that a rule matches.
 *
 * Every field is updated in place; no change replaces the template. A null option is not added to the rule; an omitted
 * option inherits the setting of the CDN resource.
 *
 * *Errors:* check failures at preview for a value out of range, and for options that contradict each other. A create fails if an
 * identical template exists outside the stack, unless `allowDuplicate` is true. System templates (`default: true`) cannot be
 * imported or changed.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 *
 * @example
 * ```ts
 * import { cdn } from "@cloudplatform/pulumi";
 *
 * export const images = new cdn.RuleTemplate("images", {
 *   rule: "/images/.*\\.(png|jpe?g)$",
 *   ruleType: 0,
 *   options: { browser_cache_settings: { enabled: true, value: "3600s" } },
 * });
 * ```
 */
export class RuleTemplate extends CloudResource {
  /** @internal */
  static readonly __pulumiType = tokenOf(ruleTemplateDefinition);

  constructor(name: string, args: pulumi.Input<RuleTemplateArgs>, options?: pulumi.CustomResourceOptions) {
    super(ruleTemplateDefinition, name, args, options);
  }

  /** Reads an existing rule template by its id. The stack does not manage it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): RuleTemplate {
    return new RuleTemplate(name, {} as RuleTemplateArgs, { ...options, id });
  }

  /** Whether a value is a `RuleTemplate`. */
  static override isInstance(value: unknown): value is RuleTemplate {
    return isResourceOf(value, RuleTemplate);
  }
}
