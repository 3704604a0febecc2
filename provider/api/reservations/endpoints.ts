import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, zonedTimestamp } from "../field.ts";
import { reservationFlavorList, reservationFlavorsQuery } from "./flavor.ts";
import { reservation, reservationBody, reservationList, reservationStatuses } from "./reservation.ts";

const collection = "/cloud/v1/reservations";
const one = `${collection}/{reservation_id}`;
const params = z.object({ reservation_id: id.describe("Reservation.") });

const orders = [
  "active_from.asc",
  "active_from.desc",
  "active_to.asc",
  "active_to.desc",
  "created_at.asc",
  "created_at.desc",
] as const;

export const reservationsEndpoints = [
  endpoint({
    id: "reservations.create",
    area: "cloud",
    method: "POST",
    createsAnother: true,
    path: collection,
    summary: "Create a reservation",
    source: "platform-api §4 #6",
    body: reservationBody,
    status: 201,
    response: reservation,
  }),
  endpoint({
    id: "reservations.list",
    area: "cloud",
    method: "GET",
    path: collection,
    summary: "List reservations",
    source: "companion §4.1",
    query: z.object({
      limit: z.int().min(1).default(10).describe("Maximum number of reservations in the response."),
      offset: z.int().min(0).default(0).describe("Number of reservations to skip."),
      region_id: id.optional().describe("Only reservations of this region."),
      status: z.array(z.enum(reservationStatuses)).optional().describe("Only reservations in these states."),
      metric_name: z.string().optional().describe("Only reservations of this resource."),
      order_by: z.enum(orders).default("created_at.desc").describe("Order of the list."),
      created_from: zonedTimestamp.optional().describe("Only reservations created at or after this time."),
      created_to: zonedTimestamp.optional().describe("Only reservations created before this time."),
      activated_from: z.iso.date().optional().describe("Only reservations that start on this day or later."),
      activated_to: z.iso.date().optional().describe("Only reservations that start on this day or earlier."),
      deactivated_from: z.iso.date().optional().describe("Only reservations that end on this day or later."),
      deactivated_to: z.iso.date().optional().describe("Only reservations that end on this day or earlier."),
    }),
    response: reservationList,
  }),
  endpoint({
    id: "reservations.get",
    area: "cloud",
    method: "GET",
    path: one,
    summary: "Read a reservation",
    source: "companion §4.1",
    params,
    response: reservation,
  }),
  endpoint({
    id: "reservations.delete",
    area: "cloud",
    method: "DELETE",
    path: one,
    summary: "Cancel a reservation",
    source: "companion §4.1",
    params,
    status: 204,
  }),
  endpoint({
    id: "reservations.flavors",
    area: "cloud",
    method: "GET",
    path: "/cloud/v1/bm_reservation_flavors/{region_id}",
    summary: "List the bare metal flavors that can be reserved",
    source: "companion §4.1",
    params: z.object({ region_id: id.describe("Region.") }),
    query: reservationFlavorsQuery,
    response: reservationFlavorList,
  }),
] as const;
