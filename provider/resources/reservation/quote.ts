import { type EndpointOf, endpoints } from "../../api/index.ts";
import type { Call, ResponseOf } from "../../client/call-types.ts";
import {
  Deadline,
  DeadlineError,
  isPlaceholder,
  type OperationClient,
  PlatformError,
  perClient,
  SharedRead,
} from "../../client/index.ts";
import type { KnownQuote, UnknownQuote } from "../../types/reservations.ts";
import { clock } from "../../values/index.ts";
import { boughtOf, holdsUnknown, type ReservationInputs } from "./inputs.ts";

/** The price of a reservation at preview. */
export type Quote = KnownQuote | UnknownQuote;

/** How long a preview waits for one price: `check` runs one resource at a time, so the user waits for it. */
const budgetMs = 5_000;

/** How long all prices of a process may take together, so that a platform that hangs does not stall a large stack. */
const processBudgetMs = 15_000;

/** Begin of the reason if the price depends on a value that is known only during the update. */
export const openReason = "not known yet";

/** Inputs on which the price depends. */
const pricedFields = ["regionId", "period", "resources", "hasWindows"] as const;

type Price = EndpointOf<"prices.reservation">;

interface QuoteCache {
  quotes: Map<string, SharedRead<Quote>>;
  spentMs: number;
}

const quoteCacheOf = perClient((): QuoteCache => ({ quotes: new Map(), spentMs: 0 }));

/** Requests the price of a reservation, once per process for each distinct request. Never fails: an unknown price has the reason. */
export function quoteOf(client: OperationClient, inputs: ReservationInputs): Promise<Quote> {
  const open = pricedFields.filter((name) => holdsUnknown(inputs[name]));
  if (open.length > 0)
    return Promise.resolve({ known: false, reason: `${openReason}: ${open.join(" and ")} come only with the update` });
  if (isPlaceholder(client.settings.baseUrl))
    return Promise.resolve({
      known: false,
      reason: `${openReason}: ${client.settings.baseUrl} stands for no platform`,
    });
  const { name: _name, regionId, ...body } = boughtOf(inputs);
  const cache = quoteCacheOf(client);
  const key = JSON.stringify([regionId, body]);
  const known = cache.quotes.get(key);
  const request = { params: { regionId }, body };
  const quote =
    known === undefined || known.hasFailed ? new SharedRead(client, (shared) => ask(shared, request, cache)) : known;
  cache.quotes.set(key, quote);
  return quote.join(client);
}

async function ask(client: OperationClient, request: Call<Price>, cache: QuoteCache): Promise<Quote> {
  const allowedMs = Math.min(budgetMs, processBudgetMs - cache.spentMs);
  if (allowedMs <= 0)
    return { known: false, reason: `not asked: prices have taken more than ${processBudgetMs / 1000} s already` };
  const startedAt = clock.monotonic();
  try {
    const limited = client.within(new Deadline(allowedMs, "the time of a preview"));
    return shown(await limited.call(endpoints["prices.reservation"], request));
  } catch (error) {
    client.refuseEnded("The preview");
    if (error instanceof DeadlineError)
      return { known: false, reason: `the platform gave no price within ${seconds(allowedMs)} s` };
    if (!(error instanceof PlatformError)) throw error;
    return { known: false, reason: error.detail };
  } finally {
    cache.spentMs += clock.monotonic() - startedAt;
  }
}

function shown({ priceStatus, amountPrices: prices }: ResponseOf<Price>): Quote {
  if (priceStatus === "hide")
    return { known: false, reason: "the platform does not show it (price_status hide)", priceStatus };
  if (priceStatus === "error")
    return { known: false, reason: "the platform could not give it (price_status error)", priceStatus };
  if (priceStatus !== "show")
    return { known: false, reason: `its price_status, ${priceStatus}, is not known`, priceStatus };
  const { commitPriceTotal: total, commitPricePerMonth: perMonth, currencyCode: currency } = prices ?? {};
  if (typeof total !== "string" || typeof currency !== "string")
    return { known: false, reason: "the platform's response has no total or no currency", priceStatus };
  return { known: true, total, ...(typeof perMonth === "string" && { perMonth }), currency, priceStatus };
}

function seconds(ms: number): string {
  return String(Math.round(ms / 100) / 10);
}
