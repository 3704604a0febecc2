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
 * Everything changes in place, by one request that replaces the whole definition; nothing replaces. `force` changes in
 * place and sends nothing: it lets a delete remove a template that is shared with groups.
 *
 * The platform does not return `owned` reliably, so a change made to it there is not seen. Texts that are left out come
 * back empty, and the order of `params` means nothing.
 *
 * *Errors:* check failures at preview for each bound, for a parameter that stands twice and for an unknown data type; a
 * shared template is deleted only with `force`.
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

  /** Reads a template that exists, by its id; it is not managed by this stack. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): AppTemplate {
    return new AppTemplate(name, {} as AppTemplateArgs, { ...options, id });
  }

  /** Whether a value is a template. */
  static override isInstance(value: unknown): value is AppTemplate {
    return isResourceOf(value, appTemplateDefinition);
  }
}
