import { createHash } from "node:crypto";
import type { Client } from "@cloudplatform/pulumi/client";
import type { PlatformResource, PlatformSettings } from "../engine/resource.ts";
import type { ClusterMonthlyPrice, ClusterPriceRequest, ClusterPrices } from "./cluster-price.ts";

/** Time that the evaluation of a stack waits for all of its prices. */
const budgetMs = 5_000;

/** Time that all prices of a process may take together: in an update a rule is evaluated before each cluster is created. */
const processBudgetMs = 15_000;

/** A price that a rule needs, and the cluster by whose provider the platform is asked. */
export interface WantedPrice {
  cluster: Pick<PlatformResource, "urn" | "platform">;
  request: ClusterPriceRequest;
}

/**
 * The platform's prices of clusters, requested by the pack itself, and only for a rule that has a budget: a price among a
 * cluster's inputs would be a change of every cluster that was created without one, would break an update plan whenever the
 * price changes, and would cost requests in stacks without a budget. Each distinct request is sent once in a process.
 */
export class PlatformPrices {
  readonly #prices = new Map<string, Promise<ClusterMonthlyPrice>>();
  readonly #clients = new Map<string, Promise<Client>>();
  #settings: PlatformSettings | undefined;
  #spentMs = 0;

  /** Requests prices. Never fails: a price that is not known says why. */
  async of(wanted: readonly WantedPrice[]): Promise<ClusterPrices> {
    // A cluster of the state before the change has no provider here; it is that of the same cluster, or of any other.
    const byUrn = new Map(wanted.flatMap(({ cluster }) => (cluster.platform ? [[cluster.urn, cluster.platform]] : [])));
    this.#settings ??= [...byUrn.values()][0];
    const found = new Map<string, ClusterMonthlyPrice>();
    // Loaded with the first price: a pack without budgets does not need the HTTP client. Loading it is none of the platform's time.
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

/** The key is in memory as a hash only. */
function keyOf(settings: PlatformSettings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex");
}
