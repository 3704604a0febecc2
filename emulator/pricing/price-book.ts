import { isVirtualFlavor } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import type { Flavor, PriceList, Region } from "./records.ts";

type Status = Region["price_status"];

/** A price per hour, without discount and VAT, and whether it may be shown. */
export interface Price {
  status: Status;
  perHour: number;
}

/** Computes every price of the platform from the price list, the flavors and the regions. */
export class PriceBook {
  readonly #store: Platform["store"];
  readonly list: PriceList;

  constructor({ store }: Pick<Platform, "store">) {
    this.#store = store;
    const list = store.priceList.get("current");
    if (list === undefined) throw new Error("The store has no price list; POST /_emulator/reset restores it.");
    this.list = list;
  }

  flavor(id: string): Flavor | undefined {
    return this.#store.flavors.get(id);
  }

  /** An unseeded region gets a generated name. */
  region(id: number): Region {
    return this.#store.regions.get(id) ?? { id, name: `Region ${id}`, price_status: "show" };
  }

  /** An unknown flavor has no price. */
  machine(flavorId: string, withWindows = false): Price {
    const flavor = this.flavor(flavorId);
    if (flavor === undefined) return { status: "error", perHour: 0 };
    const windows = withWindows ? this.list.windows_hour : 0;
    return { status: flavor.price_status, perHour: flavor.price_per_hour + windows };
  }

  volume(type: string, sizeGib: number): Price {
    const perMonth = Reflect.get(this.list.volume_gib_month, type);
    if (typeof perMonth !== "number") return { status: "error", perHour: 0 };
    return { status: "show", perHour: this.#hourly(perMonth * sizeGib) };
  }

  externalIp(): Price {
    return { status: "show", perHour: this.#hourly(this.list.external_ip_month) };
  }

  floatingIp(): Price {
    return { status: "show", perHour: this.#hourly(this.list.floating_ip_month) };
  }

  logging(regionId: number): Price {
    return { status: this.region(regionId).price_status, perHour: this.#hourly(this.list.logging_month) };
  }

  traffic(flavorId: string): Record<string, number> {
    return isVirtualFlavor(flavorId)
      ? { egress_traffic_virtual: this.list.egress_gb_virtual }
      : { egress_traffic_baremetal: this.list.egress_gb_baremetal };
  }

  monthly(perHour: number): number {
    return cents(perHour * this.list.hours_per_month);
  }

  withVat(amount: number): number {
    return amount * (1 + this.list.vat_percent / 100);
  }

  withDiscount(amount: number): number {
    return amount * (1 - this.list.discount_percent / 100);
  }

  #hourly(perMonth: number): number {
    return perMonth / this.list.hours_per_month;
  }
}

/** The sum of prices. It is unknown or hidden if one of them is. */
export function sum(prices: readonly Price[]): Price {
  const has = (status: Status) => prices.some((price) => price.status === status);
  const status = has("error") ? "error" : has("hide") ? "hide" : (prices[0]?.status ?? "show");
  return { status, perHour: prices.reduce((total, price) => total + price.perHour, 0) };
}

export function times({ status, perHour }: Price, count: number): Price {
  return { status, perHour: perHour * count };
}

export function isShown({ status }: Price): boolean {
  return status.toLowerCase() === "show";
}

/** Monthly amounts are rounded to cents. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** Hourly amounts have six decimals, so that a volume of 1 GiB is not free. */
export function micros(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
