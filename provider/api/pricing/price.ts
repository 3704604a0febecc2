import { z } from "zod";
import { currencyCodes } from "./currency.ts";

/** platform-api §2.4..§2.6. */
export const priceStatuses = ["error", "hide", "show"] as const;

/** Lower case in the contract, capitals in a sample: compared without case (platform-api §2.6). */
export const priceStatus = z.string().toLowerCase().pipe(z.enum(priceStatuses));

/** If a currency is not in the contract's list, the response keeps it as text: no price is read as one in another currency. */
export const currencyCode = z.enum(currencyCodes);
