import type { instancePriceBody } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import { cents, isShown, micros, type Price, type PriceBook, sum, times } from "./price-book.ts";

type Body = z.output<typeof instancePriceBody>;
type Volume = NonNullable<Body["volumes"]>[number];

/** The price of virtual machines. platform-api §2.4. */
export function instancePriceOf(book: PriceBook, body: Body) {
  const count = Math.max(1, (body.names ?? body.name_templates ?? []).length);
  const machine = times(book.machine(body.flavor), count);
  const externalIps = body.interfaces.filter((each) => each.type === "external").map(() => book.externalIp());
  // An existing floating IP is already billed.
  const floatingIps = body.interfaces.filter((each) => each.floating_ip?.source === "new").map(() => book.floatingIp());
  const volumes = volumesByType(book, body.volumes ?? [], count);
  const parts = {
    flavor: machine,
    external_ip: times(sum(externalIps), count),
    floating_ip: times(sum(floatingIps), count),
  };
  const total = sum([...Object.values(parts), ...volumes.values()]);
  const part = (amount: (price: Price) => number) => ({
    ...mapped(Object.entries(parts), amount),
    volumes: mapped([...volumes], amount),
  });
  const perMonth = book.monthly(total.perHour);
  const shown = isShown(total);
  return {
    price_status: total.status,
    currency_code: shown ? book.list.currency_code : null,
    per_hour: shown ? part((price) => micros(price.perHour)) : {},
    per_month: shown ? part((price) => book.monthly(price.perHour)) : {},
    per_gb: shown ? book.traffic(body.flavor) : null,
    total_price_per_hour: shown ? micros(book.withVat(book.withDiscount(total.perHour))) : null,
    total_price_per_month: shown ? cents(book.withVat(book.withDiscount(perMonth))) : null,
    price_without_discount_per_month: shown ? cents(book.withVat(perMonth)) : null,
    discount_percent: shown ? book.list.discount_percent.toFixed(2) : null,
    vm_count: count,
  };
}

function volumesByType(book: PriceBook, volumes: readonly Volume[], count: number): Map<string, Price> {
  const byType = new Map<string, Price>();
  // An existing volume is already billed.
  for (const { source, type_name: type, size } of volumes.filter((volume) => volume.source !== "existing-volume")) {
    const name = type ?? "standard";
    const price = times(book.volume(name, size ?? defaultSizeGib[source] ?? 1), count);
    byType.set(name, sum([price, byType.get(name) ?? times(price, 0)]));
  }
  return byType;
}

/** Default size of a volume that is created from a source. */
const defaultSizeGib: Record<string, number> = { image: 10, apptemplate: 10 };

function mapped(prices: [string, Price][], amount: (price: Price) => number): Record<string, number> {
  return Object.fromEntries(prices.map(([name, price]) => [name, amount(price)]));
}
