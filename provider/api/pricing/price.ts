import { z } from "zod";
import { currencyCodes } from "./currency.ts";

/** platform-api §2.4..§2.6. */
export const priceStatuses = ["error", "hide", "show"] as const;

/** The contract has it in lower case, a sample in capitals: compared without case (platform-api §2.6). */
export const priceStatus = z.string().toLowerCase().pipe(z.enum(priceStatuses));

/** A response with a currency that is not in the contract's list keeps it as text: no price is read as one of another. */
export const currencyCode = z.enum(currencyCodes);
