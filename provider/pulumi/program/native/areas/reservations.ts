import type * as pulumi from "@pulumi/pulumi";
import { isResourceOf } from "../../resource.ts";
import { Reservation as DynamicReservation, type ReservationArgs } from "../../resources/reservation.ts";
import { nativeType } from "../native-type.ts";

export * from "../../areas/reservations.ts";

/** {@link DynamicReservation} served by the native provider. */
export class Reservation extends DynamicReservation {
  /** @internal */
  static override readonly isNative = true;
  /** @internal */
  static override readonly __pulumiType = nativeType(DynamicReservation);

  /** Reads an existing reservation by its id. The stack does not manage it. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Reservation {
    return new Reservation(name, {} as ReservationArgs, { ...options, id });
  }

  /** Whether a value is a `Reservation`. */
  static override isInstance(value: unknown): value is Reservation {
    return isResourceOf(value, Reservation);
  }
}
