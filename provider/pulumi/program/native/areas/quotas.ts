import type * as pulumi from "@pulumi/pulumi";
import { isResourceOf } from "../../resource.ts";
import {
  NotificationThreshold as DynamicNotificationThreshold,
  type NotificationThresholdArgs,
} from "../../resources/notification-threshold.ts";
import { nativeType } from "../native-type.ts";

export * from "../../areas/quotas.ts";

/** {@link DynamicNotificationThreshold} served by the native provider. */
export class NotificationThreshold extends DynamicNotificationThreshold {
  /** @internal */
  static override readonly isNative = true;
  /** @internal */
  static override readonly __pulumiType = nativeType(DynamicNotificationThreshold);

  /** Reads the threshold of a client by the client's id. The stack does not manage it. */
  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): NotificationThreshold {
    return new NotificationThreshold(name, {} as NotificationThresholdArgs, { ...options, id });
  }

  /** Whether a value is a `NotificationThreshold`. */
  static override isInstance(value: unknown): value is NotificationThreshold {
    return isResourceOf(value, NotificationThreshold);
  }
}
