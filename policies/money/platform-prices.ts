import { createHash } from "node:crypto";
import type { Client } from "@cloudplatform/pulumi/client";
import type { PlatformResource, PlatformSettings } from "../engine/resource.ts";
import type { ClusterMonthlyPrice, ClusterPriceRequest, ClusterPrices } from "./cluster-price.ts";

/** Maximum time that the evaluation of a stack waits for all its prices. */
const budgetMs = 5_000;

/** Maximum time for all prices of a process: an update evaluates a rule before each cluster is created. */
const processBudgetMs = 15_000;

/** A price that a rule needs, and the cluster whose provider is asked for it. */
export interface WantedPrice {
  cluster: Pick<PlatformResource, "urn" | "platform">;
  request: ClusterPriceRequest;
}

/**
 * The platform's prices of clusters. The pack requests them itself, and only for rules with a budget: a price among a cluster's
 * inputs would be a change of every cluster that was created without one, would break an update plan whenever the price changes,
 * and would cost requests in stacks without a budget. Each distinct request is sent once per process.
 */
export class PlatformPrices {
  readonly #prices = new Map<string, Promise<ClusterMonthlyPrice>>();
  readonly #clients = new Map<string, Promise<Client>>();
  #settings: PlatformSettings | undefined;
  #spentMs = 0;

  /** Requests prices. Never fails: a price that is not known has a reason. */
  async of(wanted: readonly WantedPrice[]): Promise<ClusterPrices> {
    // A cluster of the previous state has no provider here; use the provider of the same cluster, otherwise of any cluster.
    const byUrn = new Map(wanted.flatMap(({ cluster }) => (cluster.platform ? [[cluster.urn, cluster.platform]] : [])));
    this.#settings ??= [...byUrn.values()][0];
    const found = new Map<string, ClusterMonthlyPrice>();
    // Loaded with the first price: a pack without budgets does not need the HTTP client. Loading does not count toward the
    // platform's time.
    await Promise.allSettled([import("@cloudplatform/pulumi/cluster-price"), import("@cloudplatform/pulumi/client")]);
    const startedAt = performance.now();
    const allowedMs = Math.min(budgetMs, processBudgetMs - this.#spentMs);
    await Promise.all(
      wanted.map(async ({ cluster, request }) => {
        const settings = cluster.platform ?? byUrn.get(cluster.urn) ?? this.#settings ?? {};
        found.set(JSON.stringify(request), await this.#priceOf(settings, request, allowedMs));
      }),
    );
    this.#spentMs += performance.now() - startedAt;
    return { get: (request) => found.get(JSON.stringify(request)) };
  }

  #priceOf(settings: PlatformSettings, request: ClusterPriceRequest, allowedMs: number): Promise<ClusterMonthlyPrice> {
    const key = `${keyOf(settings)} ${JSON.stringify(request)}`;
    const price = this.#prices.get(key) ?? this.#ask(settings, request, allowedMs);
    this.#prices.set(key, price);
    return price;
  }

  async #ask(
    settings: PlatformSettings,
    request: ClusterPriceRequest,
    allowedMs: number,
  ): Promise<ClusterMonthlyPrice> {
    if (allowedMs <= 0)
      return { known: false, reason: `prices have taken more than ${processBudgetMs / 1000} s already` };
    const stop = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<ClusterMonthlyPrice>((resolve) => {
      const reason = `the platform gave no price within ${Math.round(allowedMs / 100) / 10} s`;
      timer = setTimeout(() => resolve({ known: false, reason }), allowedMs);
    });
    try {
      return await Promise.race([this.#request(settings, request, stop.signal), late]);
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }

  async #request(
    settings: PlatformSettings,
    request: ClusterPriceRequest,
    signal: AbortSignal,
  ): Promise<ClusterMonthlyPrice> {
    try {
      const { clusterMonthlyPrice } = await import("@cloudplatform/pulumi/cluster-price");
      return await clusterMonthlyPrice(await this.#clientOf(settings), request, signal);
    } catch (error) {
      return { known: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #clientOf(settings: PlatformSettings): Promise<Client> {
    const key = keyOf(settings);
    const client =
      this.#clients.get(key) ?? import("@cloudplatform/pulumi/client").then((module) => module.createClient(settings));
    this.#clients.set(key, client);
    return client;
  }
}

/** The API key is kept in memory only as a hash. */
function keyOf(settings: PlatformSettings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex");
}
