import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { appTemplateDefinition } from "../../../resources/app-template/definition.ts";
import type { AppTemplateInputs, AppTemplateOutputs } from "../../../types/edge.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf } from "../resource.ts";

/** Arguments of {@link AppTemplate}. */
export type AppTemplateArgs = Args<AppTemplateInputs>;

// Its outputs, with the documentation of their schema.
export interface AppTemplate extends Outputs<AppTemplateOutputs> {}

/**
 * A template from which edge apps are created: a binary, and the parameters that an app sets.
 *
 * Every field is updated in place: one request replaces the whole definition. A change of `force` sends no request; a delete
 * uses it for a template that is shared with groups.
 *
 * The platform does not return `owned` reliably, so `pulumi refresh` does not detect a change of `owned`. The platform returns
 * an omitted description as an empty text. The order of `params` is not significant.
 *
 * *Errors:* check failures at preview for a value out of range, a duplicate parameter or an unknown data type. A create fails if an
 * identical template exists outside the stack, unless `allowDuplicate` is true. The delete of a shared template fails without `force`.
 *
 * *Source:* platform-api §2.8, §4 #9; companion §5.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * export const hello = new edge.AppTemplate("hello", {
 *   binaryId: 42,
 *   name: "hello",
 *   owned: true,
 *   params: [{ name: "greeting", dataType: "string", mandatory: true, descr: "What to say" }],
 * });
 * ```
 */
export class AppTemplate extends CloudResource {
  /** @internal */
  static readonly __pulumiType = tokenOf(appTemplateDefinition);

  constructor(name: string, args: pulumi.Input<AppTemplateArgs>, options?: pulumi.CustomResourceOptions) {
    super(appTemplateDefinition, name, args, options);
  }

  /** Reads an existing template by its id. The stack does not manage it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): AppTemplate {
    return new AppTemplate(name, {} as AppTemplateArgs, { ...options, id });
  }

  /** Whether a value is an `AppTemplate`. */
  static override isInstance(value: unknown): value is AppTemplate {
    return isResourceOf(value, AppTemplate);
  }
}
