import type * as pulumi from "@pulumi/pulumi";
import { isResourceOf } from "../../resource.ts";
import { RuleSet as DynamicRuleSet } from "../../resources/rule-set.ts";
import { RuleTemplate as DynamicRuleTemplate, type RuleTemplateArgs } from "../../resources/rule-template.ts";
import { nativeType } from "../native-type.ts";

export * from "../../areas/cdn.ts";

/** {@link DynamicRuleSet} served by the native provider. */
export class RuleSet extends DynamicRuleSet {
  /** @internal */
  static override readonly isNative = true;
  /** @internal */
  static override readonly __pulumiType = nativeType(DynamicRuleSet);

  /** Whether a value is a `RuleSet`. */
  static override isInstance(value: unknown): value is RuleSet {
    return isResourceOf(value, RuleSet);
  }
}

/** {@link DynamicRuleTemplate} served by the native provider. */
export class RuleTemplate extends DynamicRuleTemplate {
  /** @internal */
  static override readonly isNative = true;
  /** @internal */
  static override readonly __pulumiType = nativeType(DynamicRuleTemplate);

  /** Reads an existing rule template by its id. The stack does not manage it. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): RuleTemplate {
    return new RuleTemplate(name, {} as RuleTemplateArgs, { ...options, id });
  }

  /** Whether a value is a `RuleTemplate`. */
  static override isInstance(value: unknown): value is RuleTemplate {
    return isResourceOf(value, RuleTemplate);
  }
}
