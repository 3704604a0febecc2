import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const reservationResourceValue = limitRule({
  name: "reservation-resource-value",
  on: "reservations.Reservation",
  what: "the number of one reserved resource",
  of: (value) =>
    value
      .get("resources")
      .elements()
      .map((resource) => resource.get("resourceValue")),
  measure: "number",
  bounds: limits.reservations.resourceValue,
  reference: "companion §4.2",
});
