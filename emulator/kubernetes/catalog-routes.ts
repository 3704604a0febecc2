import { isVirtualFlavor } from "@cloudplatform/pulumi/api";
import { itemPriceOf } from "../pricing/item.ts";
import { PriceBook } from "../pricing/price-book.ts";
import type { Flavor } from "../pricing/records.ts";
import { demandOf } from "../quotas/demand.ts";
import { exceededLimits } from "../quotas/usage.ts";
import type { HandlersOf } from "../server/handler.ts";
import { toPage } from "../server/paging.ts";
import { offeredVersions } from "./versions.ts";

/** Versions, flavors and the limits check. companion §2.1. */
export const kubernetes: HandlersOf<"kubernetes"> = {
  "kubernetes.createVersions": ({ query }) =>
    toPage(
      offeredVersions().map((version) => ({ version })),
      query,
    ),

  "kubernetes.flavors": ({ query }, platform) => {
    const book = new PriceBook(platform);
    const found = platform.store.flavors
      .all()
      .filter((flavor) => query.exclude_gpu !== true || flavor.gpu === undefined);
    return toPage(
      found.map((flavor) => ({ ...toResponse(flavor), ...(query.include_prices === true && priceOf(book, flavor)) })),
      query,
    );
  },

  "kubernetes.checkLimits": ({ params, body }, platform) => {
    const pools = body.pools ?? [];
    const need = { ...demandOf(platform, pools), ...(pools.length > 0 && { cluster_count: 1 }) };
    return exceededLimits(platform, params.region_id, need);
  },
};

function toResponse(flavor: Flavor) {
  return {
    flavor_id: flavor.flavor_id,
    flavor_name: flavor.flavor_id,
    vcpus: flavor.vcpus,
    ram: flavor.ram,
    disabled: false,
    os_type: "linux",
    architecture: "x86_64",
    resource_class: isVirtualFlavor(flavor.flavor_id) ? "virtual" : "baremetal",
    hardware_description: {
      cpu: flavor.cpu_text,
      disk: flavor.disk_text,
      ram: flavor.ram_text,
      ...(flavor.gpu !== undefined && { gpu: flavor.gpu }),
    },
  };
}

function priceOf(book: PriceBook, flavor: Flavor) {
  const { price_status, currency_code, price_per_hour, price_per_month } = itemPriceOf(
    book,
    book.machine(flavor.flavor_id),
  );
  return { price_status, currency_code, price_per_hour, price_per_month };
}
