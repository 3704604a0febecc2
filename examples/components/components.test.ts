import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { policiesOf, rules, Session } from "@cloudplatform/policies";
import { deploy, expectReplacesNothing } from "@cloudplatform/pulumi/testing";
import { ReservationWithBudget, ShopCdn, TeamCluster } from "./index.ts";

const place = { projectId: 1, regionId: 76 };
const policies = policiesOf(rules, new Session(rules.map(({ name }) => name)));

/** Previews a faulty program. Returns its messages. */
const problemsOf = (program: () => void, config: Record<string, number> = place): Promise<string> =>
  deploy(program, { config }).then(
    () => assert.fail("It was deployed."),
    (error: Error) => error.message,
  );

describe("the CDN of a shop", () => {
  test("caches assets for long, pages for a minute, and private pages never", async () => {
    const shop = await deploy(() => {
      new ShopCdn("shop", { privatePaths: ["/cart/"], assetPaths: ["/css/"] });
    });
    const sent = shop.requests.filter(({ method }) => method === "POST").map(({ body }) => body as Sent);
    sent.sort((a, b) => a.weight - b.weight);
    assert.deepEqual(
      sent.map(({ rule, options }) => [rule, options.edge_cache_settings.value]),
      [
        ["/cart/.*", "0s"],
        ["/css/.*", "86400s"],
        ["/.*", "60s"],
      ],
    );
    assert.deepEqual(await shop.violations(policies), []);
  });

  test("is changed in place by other times and paths", async () => {
    const shop = await deploy(() => void new ShopCdn("shop", {}));
    const next = await shop.deploy(() => void new ShopCdn("shop", { privatePaths: ["/cart/"], pageTtlSeconds: 10 }));
    expectReplacesNothing(next);
    assert.deepEqual(
      next.changes.map(({ kind }) => kind),
      ["update"],
    );
  });
});

/** The body of a rule template. */
interface Sent {
  rule: string;
  weight: number;
  options: { edge_cache_settings: { value: string } };
}

describe("the cluster of a team", () => {
  const declare = (more: object = {}) =>
    new TeamCluster("shop", {
      ...{ version: "v1.31.9", keypair: "ops" },
      pools: [
        { name: "general", flavor: "g1-standard-2-4" },
        { name: "metal", flavor: "bm1-hf-medium", maxNodes: 3 },
      ],
      ...more,
    });

  test("has pools that heal themselves, no public addresses, and a secret kubeconfig", async () => {
    const team = await deploy(() => ({ kubeconfig: declare().kubeconfig }), { config: place });
    const { outputs, protect } = team.resource("shop", "cloudplatform:kubernetes:Cluster");
    assert.equal(protect, true);
    const pools = outputs.pools as {
      name: string;
      nodeCount: number;
      isPublicIpv4: boolean;
      autoHealingEnabled: boolean;
    }[];
    assert.deepEqual(
      pools.map((pool) => [pool.name, pool.nodeCount, pool.isPublicIpv4, pool.autoHealingEnabled]),
      [
        ["general", 2, false, true],
        ["metal", 2, false, true],
      ],
    );
    assert.match(String(team.outputs.kubeconfig), /kind: Config/);
    assert.deepEqual(await team.violations(policies), []);
  });

  test("is not deleted before somebody has lifted its protection", async () => {
    const team = await deploy(() => void declare(), { config: place });
    await assert.rejects(
      team.deploy(() => undefined),
      /protect/,
    );
    const free = await team.deploy(() => void declare({ isProtected: false }));
    assert.deepEqual(
      (await free.deploy(() => undefined)).resources.filter(({ id }) => id !== ""),
      [],
    );
  });

  test("reports a mistake with the path of the pool", async () => {
    const text = await problemsOf(
      () => void declare({ pools: [{ name: "general", flavor: "g1-standard-2-4", minNodes: 0 }] }),
    );
    assert.match(text, /property pools\[0\]\.minNodeCount/);
  });
});

describe("a reservation with a budget", () => {
  const declare = (more: object = {}) =>
    new ReservationWithBudget("metal", {
      ...{ servers: [{ flavor: "bm1-hf-medium", count: 2 }], months: 36 },
      ...{ budget: 40_000, currency: "EUR", ...more },
    });

  test("is bought within the budget", async () => {
    const bought = await deploy(() => ({ total: declare().total }), { config: place });
    assert.equal(bought.outputs.total, "35622.72 EUR");
    assert.equal(bought.resource("metal", "cloudplatform:reservations:Reservation").protect, true);
  });

  test("is refused by its preview above it, in another currency, and for other lengths", async () => {
    assert.match(
      await problemsOf(() => void declare({ budget: 30_000 })),
      /costs 35622.72 EUR, more than its budget of 30000 EUR/,
    );
    assert.match(await problemsOf(() => void declare({ currency: "USD" })), /its budget is in USD/);
    assert.match(
      await problemsOf(() => void declare({ months: 24 })),
      /months of the reservation metal must be 12 or 36; got 24/,
    );
  });
});
