import { z } from "zod";
import { id } from "../field.ts";
import { reservationRequest } from "../reservations/resource.ts";
import { typeNames } from "../type-names.ts";
import { amountPrices, commitmentPeriod, commitmentPrices, commitmentUnits } from "./commitment.ts";
import { priceStatus } from "./price.ts";

/** platform-api §4 #5. */
export const reservationPriceBody = z.object({
  period: reservationRequest.period,
  resources: reservationRequest.resources,
  client_id: id.nullish().describe("Client whose price is calculated. null: the client of the API key."),
  has_windows: reservationRequest.has_windows,
});

/** platform-api §2.6. */
export const reservationPrice = z
  .looseObject({
    price_status: priceStatus.describe(
      "`show`: the price may be shown. `hide`: it must not be shown. `error`: there is no price.",
    ),
    region_id: z.int().nullish().describe("Region of the resources."),
    region_name: z.string().nullish().describe("Name of the region."),
    ...commitmentPeriod,
    activity_period: z.enum(["year", "month", "day"]).describe("Billing period: `year`, `month` or `day`."),
    amount_prices: amountPrices.nullish().describe("Prices of the whole reservation."),
    resources: z
      .array(
        z
          .looseObject({
            resource_name: z.string().nullish().describe("Billing name of the resource."),
            ...commitmentUnits,
            ...commitmentPeriod,
            ...commitmentPrices,
          })
          .register(typeNames, {
            token: "pricing/reservation:ReservedResourcePrice",
            description: "Prices of a resource of a reservation.",
          }),
      )
      .nullish()
      .describe("Prices by resource."),
  })
  .register(typeNames, {
    token: "pricing/reservation:ReservationPriceResult",
    description: "Price of a reservation.",
    source: "platform-api §2.6",
  });

export type ReservationPrice = z.output<typeof reservationPrice>;
