import { z } from "zod";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";

const { periods, resourceValue, resources } = limits.reservations;

/** What is reserved. platform-api §2.6; type and bounds: companion §4.2. */
const reservedResource = z
  .object({
    resource_name: z.string().min(1).describe("Name of the resource, such as the flavor `bm1-hf-medium`."),
    resource_type: z.enum(["flavor"]).describe("Kind of resource."),
    resource_value: z.int().min(resourceValue.min).max(resourceValue.max).describe("Number of reserved units."),
  })
  .register(typeNames, {
    token: "reservations/reservation:ReservationResource",
    description: "A resource to reserve.",
  });

/** Fields that the request of a reservation shares with the request of its price. */
export const reservationRequest = {
  period: z.enum(periods).describe("Length of the commitment: 12 or 36 months."),
  resources: z.array(reservedResource).min(resources.min).describe("Resources to reserve."),
  has_windows: z.boolean().default(false).describe("Whether the servers run Windows."),
};
