import { cents, isShown, micros, type Price, type PriceBook } from "./price-book.ts";

/** A price in the shape used for logging and for the parts of a cluster. platform-api §2.5. */
export function itemPriceOf(book: PriceBook, price: Price) {
  if (!isShown(price))
    return {
      price_status: price.status,
      currency_code: null,
      discount_percent: null,
      price_per_hour: null,
      price_per_month: null,
      price_without_discount_per_month: null,
    };
  const perMonth = book.monthly(price.perHour);
  return {
    price_status: price.status,
    currency_code: book.list.currency_code,
    discount_percent: book.list.discount_percent,
    price_per_hour: micros(book.withVat(book.withDiscount(price.perHour))),
    price_per_month: cents(book.withVat(book.withDiscount(perMonth))),
    price_without_discount_per_month: cents(book.withVat(perMonth)),
  };
}
