import { expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { rowsOf } from "../helpers/rest.ts";
import { openStack } from "../helpers/stack.ts";

/**
 * After an adoption by the option `import`, the next preview reports no changes. Uses the real CLI, because the engine writes the
 * inputs of an import to state: 3 s of processor time for each provider.
 */
const emulator = await platform({ speed: 1_000 });
const sources = { dynamic: "@cloudplatform/pulumi", native: "@cloudplatform/pulumi/native" };

/** One resource of each type, with its options. */
const all = (options: (name: string) => string) => `
  new served.cdn.RuleTemplate("rule", { rule: "/again/", ruleType: 0 }, ${options("rule")});
  new served.edge.AppTemplate("app", { binaryId: 42, name: "again", owned: true, params: [] }, ${options("app")});
  new served.edge.Secret("secret", { name: "again", secretSlots: [{ slot: 1, value: "v4lue-of-slot" }] }, ${options("secret")});
  new served.kubernetes.Cluster("cluster", { projectId: 1, regionId: 76, name: "again", keypair: "ops", version: "v1.31.9",
    pools: [{ name: "web", flavorId: "bm1-hf-medium", minNodeCount: 1 }] }, ${options("cluster")});
  new served.quotas.NotificationThreshold("threshold", { clientId: 6, threshold: 61 }, ${options("threshold")});
  new served.reservations.Reservation("metal", { name: "again", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }] }, ${options("metal")});`;

test.each(rowsOf(Object.entries(sources), 1))(
  "objects that the %s provider imports are unchanged afterwards",
  async (_, source) => {
    emulator.platform.reset();
    const { folder } = await builtPlugin();
    const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
    const stack = await openStack({ url: emulator.url, env, plugins: [folder] });
    const declare = (text: string) => stack.program(`import * as served from "${source}";\n${text}`);
    await declare(all(() => "{ retainOnDelete: true }"));
    const first = await stack.up();
    expect(first.code, first.output).toBe(0);
    const ids = new Map((await stack.resources()).map(({ urn, id }) => [urn.split("::").at(-1), id]));
    await declare("");
    expect((await stack.up()).code).toBe(0);
    await declare(all((name) => `{ import: "${ids.get(name)}" }`));
    const adopted = await stack.up();
    expect(adopted.code, adopted.output).toBe(0);
    const again = await stack.preview("--expect-no-changes");
    expect(again.code, again.output).toBe(0);
    const refreshed = await stack.refresh("--expect-no-changes");
    expect(refreshed.code, refreshed.output).toBe(0);
    emulator.platform.requests.clear();
    const second = await stack.up("--expect-no-changes");
    expect(second.code, second.output).toBe(0);
    expect(emulator.platform.requests.list({}).filter(({ method }) => method !== "GET")).toEqual([]);
    // From here on, the state has the declared inputs, and a diff needs no read.
    expect(JSON.stringify(await stack.resources())).not.toContain("__imported");
    await stack.remove();
  },
);
