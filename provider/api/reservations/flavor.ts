import { z } from "zod";
import { id, pageOf } from "../field.ts";
import { typeNames } from "../type-names.ts";

/** Filters of the list of flavors. companion §4.1. */
export const reservationFlavorsQuery = z.object({
  client_id: id.optional().describe("Client. Default: the client of the API key."),
  windows_os: z.boolean().optional().describe("Only flavors for Windows."),
});

/** A bare metal flavor that can be reserved, by its name in `resource_name`. companion §4.1. */
const reservationFlavor = z
  .looseObject({
    flavor_id: z.string().describe("Flavor id for reservations, such as `bm1-hf-medium`."),
    flavor_name: z.string().nullish().describe("Name of the flavor."),
    available_count: z.int().nullish().describe("Servers in stock."),
    activity_period: z.string().nullish().describe("Unit of the periods, such as `month`."),
    activity_period_length: z
      .array(z.int())
      .nullish()
      .describe("Possible lengths of a reservation, in units of `activity_period`."),
    os_type: z.string().nullish().describe("Operating system."),
    vcpus: z.int().nullish().describe("Virtual CPUs."),
    ram: z.int().nullish().describe("Memory in MiB."),
    resource_class: z.string().nullish().describe("Class of the hardware."),
  })
  .register(typeNames, {
    token: "reservations/flavor:ReservationFlavorResult",
    description: "A bare metal flavor that can be reserved.",
  });

export const reservationFlavorList = pageOf(reservationFlavor).register(typeNames, {
  token: "reservations/flavor:GetReservationFlavorsResult",
  description: "Bare metal flavors of a region that can be reserved.",
  source: "companion §4.1",
});
