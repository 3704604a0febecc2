import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { endpoints } from "../../provider/api/index.ts";

/** What a campaign makes. */
export type Subject = "reservation" | "app-template";

interface Description {
  /** Endpoint that makes it, for faults. */
  create: "reservations.create" | "appTemplates.create";
  /** Collection of the emulator that holds it. */
  collection: "reservations" | "appTemplates";
  /** Declaration of one of this name. */
  inputs(name: string): Record<string, unknown>;
  /** Class in a program. */
  type: string;
  /** Makes one that looks the same, as somebody else would. */
  makeAlike(url: string, name: string): Promise<unknown>;
}

const resources = [{ resourceName: "bm1-hf-medium", resourceType: "flavor" as const, resourceValue: 2 }];
const params = [{ name: "greeting", dataType: "string" as const, mandatory: true, descr: "What to say" }];

export const subjects: Record<Subject, Description> = {
  reservation: {
    create: "reservations.create",
    collection: "reservations",
    type: "reservations.Reservation",
    inputs: (name) => ({
      name,
      period: "MONTHS12",
      regionId: 76,
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
    }),
    makeAlike: (baseUrl, name) =>
      createClient({ baseUrl, apiKey: "local" })
        .bind(scopeOf("reservation"))
        .call(endpoints["reservations.create"], {
          body: { name, period: "MONTHS12", regionId: 76, resources },
        }),
  },
  "app-template": {
    create: "appTemplates.create",
    collection: "appTemplates",
    type: "edge.AppTemplate",
    inputs: (name) => ({
      name,
      binaryId: 42,
      owned: true,
      params: [{ name: "greeting", dataType: "string", mandatory: true, descr: "What to say" }],
    }),
    makeAlike: (baseUrl, name) =>
      createClient({ baseUrl, apiKey: "local" })
        .bind(scopeOf("reservation"))
        .call(endpoints["appTemplates.create"], {
          body: { name, binaryId: 42, owned: true, params },
        }),
  },
};
