import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const reservationResourceCount = limitRule({
  name: "reservation-resource-count",
  on: "reservations.Reservation",
  what: "the resources of a reservation",
  of: (value) => [value.get("resources")],
  measure: "count",
  bounds: limits.reservations.resources,
  reference: "platform-api §2.6",
  remediation: "Name at least one resource, and no more than the configured maximum.",
});
