import { reservations } from "@cloudplatform/pulumi";

/** A three-year purchase without a budget. */
export function declareReservations(): void {
  new reservations.Reservation("metal", {
    name: "metal",
    period: "MONTHS36",
    regionId: 76,
    resources: [
      { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 10 },
      { resourceName: "bm1-basic-small", resourceType: "flavor", resourceValue: 1 },
    ],
  });
}
