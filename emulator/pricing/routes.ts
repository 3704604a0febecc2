/** Price previews, all computed from one price list. */
import { findCluster } from "../kubernetes/cluster.ts";
import type { HandlersOf } from "../server/handler.ts";
import { clusterPriceOf } from "./cluster.ts";
import { billingName, commitmentOf } from "./commitment.ts";
import { instancePriceOf } from "./instance.ts";
import { itemPriceOf } from "./item.ts";
import { PriceBook } from "./price-book.ts";

/** Price previews. platform-api §2.4 to §2.6, §4 #4, #5, #11, companion §2.1. */
export const prices: HandlersOf<"prices"> = {
  "prices.instances": ({ body }, platform) => instancePriceOf(new PriceBook(platform), body),

  "prices.logging": ({ params }, platform) => {
    const book = new PriceBook(platform);
    return itemPriceOf(book, book.logging(params.region_id));
  },

  "prices.reservation": ({ params, body }, platform) => {
    const book = new PriceBook(platform);
    const commitment = commitmentOf(book, body);
    const period = { activity_period: "month" as const, activity_period_length: commitment.months };
    return {
      ...period,
      price_status: commitment.status,
      region_id: params.region_id,
      region_name: book.region(params.region_id).name,
      amount_prices: commitment.total && { ...commitment.total, currency_code: book.list.currency_code },
      resources: commitment.resources.map(({ resource, amounts }) => ({
        ...period,
        resource_name: billingName(resource),
        unit_name: "hour",
        unit_size_month: commitment.hoursPerMonth,
        unit_size_total: commitment.hoursPerMonth * commitment.months,
        ...amounts,
      })),
    };
  },

  "prices.cluster": ({ body }, platform) => clusterPriceOf(new PriceBook(platform), body.pools),

  "prices.existingCluster": ({ params }, platform) => {
    const { pools } = findCluster(platform, params);
    const priced = pools.map((pool) => ({ ...pool, node_count: pool.node_count ?? pool.min_node_count }));
    return clusterPriceOf(new PriceBook(platform), priced);
  },
};
