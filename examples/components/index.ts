export { ReservationWithBudget } from "./reservation-with-budget.ts";
export { ShopCdn } from "./shop-cdn.ts";
export { TeamCluster } from "./team-cluster.ts";
