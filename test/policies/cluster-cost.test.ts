import { expect, test } from "vitest";
import { clusterCost } from "../../policies/money/cluster-cost.ts";

type Arguments = Parameters<typeof clusterCost>;

const pool = { flavorId: "g1", nodeCount: 3, bootVolumeSize: 50, bootVolumeType: "ssd", isPublicIpv4: true };
const billed = { projectId: 1, regionId: 76, pools: [pool] } as Arguments[0];
const configured = {
  ...{ currency: "EUR", vat: "included", nodes: { g1: 10 }, bootVolumeGib: { ssd: 0.1 }, publicIpv4: 2 },
} as unknown as NonNullable<Arguments[2]>;
const answer = (price: object | undefined) => ({ get: () => price }) as unknown as Arguments[1];
const known = { known: true, perMonth: "7.5", currency: "USD", vat: "excluded" };
const unknown = { known: false, reason: "no response" };

test.each([
  ["the platform's price", billed, answer(known), configured, { amount: 7_500_000n, currency: "USD", vat: "excluded" }],
  [
    ...(["a price that does not mention VAT", billed, answer({ ...known, vat: undefined }), undefined] as const),
    { amount: 7_500_000n, currency: "USD", vat: "not stated" },
  ],
  // Three nodes of 10 + 50 × 0.1 + 2.
  [
    "the configured prices",
    billed,
    answer(unknown),
    configured,
    { amount: 51_000_000n, currency: "EUR", vat: "included" },
  ],
  ["no price", billed, answer(unknown), undefined, { unpriced: "no response, and the configuration has no prices" }],
  [
    ...(["no request", billed, undefined, undefined] as const),
    { unpriced: "no price was requested from the platform, and the configuration has no prices" },
  ],
  [
    "what is not known",
    { unpriced: "its pools are not known" },
    answer(known),
    configured,
    { unpriced: "its pools are not known" },
  ],
  [
    "nothing to pay for",
    { ...billed, pools: [] } as Arguments[0],
    answer(known),
    configured,
    { amount: 0n, currency: "EUR", vat: "not stated" },
  ],
  [
    ...(["a flavor without a price", { ...billed, pools: [{ ...pool, flavorId: "g2" }] } as Arguments[0]] as const),
    ...([undefined, configured, { unpriced: "the configuration has no price of flavor g2" }] as const),
  ],
] as const)("a cluster costs %s", (_, of, platform, prices, cost) => {
  expect(clusterCost(of, platform, prices)).toEqual(cost);
});
