import type { Settings } from "@cloudplatform/pulumi/client";
import { costOf } from "../../provider/cli/cost/cost.ts";
import { costHtml } from "../../provider/cli/cost/render.ts";
import type { Gathered } from "../../provider/cli/inventory/gather.ts";
import { type Entry, statuses } from "../../provider/cli/inventory/inventory.ts";
import { inventoryHtml } from "../../provider/cli/inventory/render.ts";
import { reportOf } from "../../provider/cli/inventory/report.ts";

const now = Date.parse("2026-11-25T00:00:00Z");
const { signal } = new AbortController();
const long = `${"edge-delivery-".repeat(6)}${"x".repeat(80)}`;

const ownersOf = (stack: string | undefined, name: string) =>
  stack === undefined
    ? []
    : [{ stack, urn: `urn:pulumi:${stack}::shop::cloudplatform:reservations:Reservation::${name}` }];

function reservation(id: number, stack: string | undefined, perMonth: string, currencyCode = "EUR"): Entry {
  const total = String(Number(perMonth) * 12);
  return {
    ...{ status: stack === undefined ? "unmanaged" : "managed", type: "reservations:Reservation", kind: "reservation" },
    ...{
      id: String(id),
      name: `metal-${id}`,
      owners: ownersOf(stack, `metal-${id}`),
      createdAt: "2026-11-01T00:00:00Z",
    },
    live: {
      ...{ id, regionId: 76, status: "ACTIVATED", activeTo: "2027-10-31T00:00:00Z", period: "MONTHS12" },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
      amountPrices: { commitPricePerMonth: perMonth, commitPriceTotal: total, currencyCode },
    },
  };
}

function cluster(name: string, stack: string | undefined, flavorId: string, count: number): Entry {
  return {
    ...{ status: stack === undefined ? "unmanaged" : "managed", type: "kubernetes:Cluster", kind: "cluster" },
    ...{ id: `1/76/${name}`, name, owners: ownersOf(stack, name), createdAt: "2025-03-01T00:00:00Z" },
    live: {
      ...{ projectId: 1, regionId: 76, name, keypair: "ops", version: "v1.31.9" },
      pools: [{ name: "metal", flavorId, minNodeCount: count, maxNodeCount: count + 2 }],
    },
  };
}

const entries: Entry[] = [
  cluster("edge-1", "acme/shop/prod", "bm1-hf-medium", 3),
  cluster("edge-2", "acme/shop/staging", "bm1-hf-medium", 1),
  cluster("edge-3", undefined, "no-such-flavor", 1),
  reservation(1, "acme/shop/prod", "412.50"),
  reservation(2, `acme/${long}/prod`, "99.90"),
  reservation(3, "acme/web/prod", "50", "USD"),
  reservation(4, undefined, "1"),
];

/** A month's data, with a long name without spaces in each kind of place. */
const account: Gathered = {
  entries,
  unmadeCreates: [
    {
      ...{ stack: "acme/shop/prod", type: "cdn:RuleTemplate", asked: {} },
      urn: `urn:pulumi:prod::shop::cloudplatform:cdn:RuleTemplate::${long}`,
    },
  ],
  platform: "https://api.example.com",
  unread: [{ object: `clusters of 1/${long}`, reason: "the platform answered 403 Forbidden" }],
  places: ["1/76"],
  stacks: {
    names: ["acme/shop/prod", "acme/shop/staging", "acme/web/prod"],
    unread: [{ stack: "acme/old/prod", reason: "its state could not be decrypted" }],
    elsewhere: 2,
  },
};

/** Returns the HTML of both commands for an account with clusters, reservations in two currencies, and objects of each status. */
export async function reportPages(settings: Settings) {
  const ofEachStatus = statuses.map((status, index) => ({
    ...reservation(100 + index, status === "unmanaged" ? undefined : "acme/shop/prod", "10"),
    ...{ status, name: status === "gone" ? long : `metal-${status}` },
    ...(status === "duplicate" && {
      owners: [...ownersOf("acme/shop/prod", "metal"), ...ownersOf("acme/shop/staging", "metal")],
    }),
  }));
  const inventory = { ...account, entries: [...entries, ...ofEachStatus] };
  return {
    cost: costHtml(await costOf(account, settings, signal, now)),
    inventory: inventoryHtml(await reportOf(inventory, settings, signal, now), true),
    "inventory of an empty account": inventoryHtml(await reportOf({ ...account, entries: [] }, settings, signal, now)),
  };
}
