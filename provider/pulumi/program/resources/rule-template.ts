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
 * Everything is updated in place; no change replaces the template. An option that is null is not added to the rule; an
 * omitted option inherits the setting of the CDN resource.
 *
 * *Errors:* check failures at preview for each bound. A system template (`default: true`) cannot be imported or changed.
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

  /** Reads a rule template that exists, by its id; it is not managed by this stack. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): RuleTemplate {
    return new RuleTemplate(name, {} as RuleTemplateArgs, { ...options, id });
  }

  /** Whether a value is a rule template. */
  static override isInstance(value: unknown): value is RuleTemplate {
    return isResourceOf(value, RuleTemplate);
  }
}
