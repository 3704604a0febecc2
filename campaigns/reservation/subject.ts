import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { endpoints } from "../../provider/api/index.ts";

/** What a campaign creates. */
export type Subject = "reservation" | "app-template";

interface Description {
  /** The endpoint that creates it, for faults. */
  create: "reservations.create" | "appTemplates.create";
  /** The emulator's collection of such objects. */
  collection: "reservations" | "appTemplates";
  /** The declaration of an object with this name. */
  inputs(name: string): Record<string, unknown>;
  /** The class in a program. */
  type: string;
  /** Creates an equal object, as somebody else would. */
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
