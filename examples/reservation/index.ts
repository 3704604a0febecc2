import { reservations } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";

// `pulumi config set commitment "<total> <currency>"` confirms the price that the preview shows.
const commitment = new pulumi.Config().get("commitment");

const metal = new reservations.Reservation("metal", {
  name: "metal-2026",
  period: "MONTHS12",
  regionId: 76,
  resources: [
    { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 },
    { resourceName: "bm1-basic-small", resourceType: "flavor", resourceValue: 1 },
  ],
  ...(commitment !== undefined && { confirmCommitment: commitment }),
});

export const quote = metal.quote;
export const reservationId = metal.reservationId;
export const status = metal.status;
export const activeTo = metal.activeTo;
