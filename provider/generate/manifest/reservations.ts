import { reservation } from "../../api/index.ts";
import { reservationList } from "../../api/reservations/reservation.ts";
import { reservationDefinition } from "../../resources/reservation/definition.ts";
import { inputsOf, type Part, type Root } from "../root.ts";

const reservationDescription = "A reservation as the platform returns it.";

const reservationParts: Record<string, Part> = {
  amountPrices: {
    name: "AmountPrices",
    file: "pricing/reservation",
    description: "Prices of a whole reservation.",
  },
  resources: {
    name: "ReservedResource",
    description: "A resource of a reservation as the platform returns it, with its prices.",
  },
};

export const reservationsRoots: Root[] = [
  {
    name: "ReservationInputs",
    file: "reservations/reservation",
    ...inputsOf(reservationDefinition),
    description: "Inputs of a reservation of resources for 12 or 36 months.",
    source: "platform-api §2.6, §4 #6; companion §4.2",
    parts: { resources: { name: "ReservationResource", description: "A resource that is to be reserved." } },
  },
  {
    name: "ReservationResult",
    file: "reservations/reservation",
    schema: reservation,
    side: "output",
    description: reservationDescription,
    source: "platform-api §2.6; companion §4.3",
    parts: reservationParts,
  },
  {
    name: "GetReservationsResult",
    file: "reservations/reservation",
    schema: reservationList,
    side: "output",
    description: "Reservations of a client.",
    source: "companion §4.1",
    parts: {
      results: { name: "ReservationResult", description: reservationDescription },
      ...Object.fromEntries(Object.entries(reservationParts).map(([path, part]) => [`results.${path}`, part])),
    },
  },
];
