/** Price previews, all computed from one price list. */
export { prices as pricingRoutes } from "./routes.ts";
