import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { notificationThresholdDefinition } from "../../../resources/notification-threshold/definition.ts";
import type { NotificationThresholdInputs, NotificationThresholdOutputs } from "../../../types/quotas.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf, type ResourceKind } from "../resource.ts";

export type { NotificationThresholdInputs };

/** Arguments of {@link NotificationThreshold}. */
export type NotificationThresholdArgs = Args<NotificationThresholdInputs>;

const kind: ResourceKind = notificationThresholdDefinition;

// Its outputs, with the documentation of their schema.
export interface NotificationThreshold extends Outputs<NotificationThresholdOutputs> {}

/**
 * Quota usage (percent) at which the client gets an e-mail.
 *
 * Each client has one threshold, from 60 to 100 (default 80). `threshold` is updated in place; a change of `clientId` replaces the
 * resource. A delete restores the default. A forced replacement sets the threshold again.
 *
 * *Errors:* check failures at preview for a threshold out of range, and for two resources with the same client in the program.
 * A create fails if the client's threshold is not the default: use the option `import` to adopt it.
 *
 * *Source:* platform-api §2.12, §4 #14; companion §6.2.
 *
 * @example
 * ```ts
 * import { quotas } from "@cloudplatform/pulumi";
 *
 * export const warning = new quotas.NotificationThreshold("warning", { clientId: 6, threshold: 90 });
 * ```
 */
export class NotificationThreshold extends CloudResource {
  /** @internal */
  static readonly __pulumiType = tokenOf(kind);

  constructor(name: string, args: pulumi.Input<NotificationThresholdArgs>, options?: pulumi.CustomResourceOptions) {
    super(kind, name, args, options);
  }

  /** Reads the threshold of a client by the client's id. The stack does not manage it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): NotificationThreshold {
    return new NotificationThreshold(name, {} as NotificationThresholdArgs, { ...options, id });
  }

  /** Whether a value is a `NotificationThreshold`. */
  static override isInstance(value: unknown): value is NotificationThreshold {
    return isResourceOf(value, NotificationThreshold);
  }
}
