import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

/**
 * Whatever stops `up` also stops its preview. Uses the real CLI, because only the engine's state determines which objects the stack owns.
 */
const emulator = await platform({ speed: 1_000 });
const sources = { dynamic: "@cloudplatform/pulumi", native: "@cloudplatform/pulumi/native" };

type Kind = (name: string, options?: string) => string;

/** Resources that are unique on the platform, or that a create refuses to duplicate. */
const kinds: Record<string, Kind> = {
  "rule template": (name, options) =>
    `new served.cdn.RuleTemplate(${name}, { rule: "/equal/", ruleType: 0 }, ${options})`,
  "rule set": (name, options) =>
    `new served.cdn.RuleSet(${name}, { rules: [{ key: "equal", rule: "/equal-rule/", ruleType: 0 }] }, ${options})`,
  "app template": (name, options) =>
    `new served.edge.AppTemplate(${name}, { binaryId: 42, name: "equal", owned: true, params: [] }, ${options})`,
  secret: (name, options) =>
    `new served.edge.Secret(${name}, { name: "equal", secretSlots: [{ slot: 1, value: "v4lue-of-slot" }] }, ${options})`,
  cluster: (name, options) => `new served.kubernetes.Cluster(${name}, { projectId: 1, regionId: 76, name: "equal",
    keypair: "ops", version: "v1.31.9",
    pools: [{ name: "web", flavorId: "bm1-hf-medium", minNodeCount: 1, maxNodeCount: 1 }] }, ${options})`,
  threshold: (name, options) =>
    `new served.quotas.NotificationThreshold(${name}, { clientId: 6, threshold: 61 }, ${options})`,
  reservation: (name, options) => `new served.reservations.Reservation(${name}, { name: "equal", period: "MONTHS12",
    regionId: 76, resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }] }, ${options})`,
};

const all = (name: string, options = "{}") =>
  Object.values(kinds)
    .map((kind) => kind(name, options))
    .join(";\n");

describe.each(Object.entries(sources))("served by the %s provider", (provider, source) => {
  const turn = Object.keys(sources).indexOf(provider);
  // Each resource with one of the providers, alternating.
  const own = Object.entries(kinds).filter((_, index) => index % 2 === turn);
  let owner: TestStack;
  let other: TestStack;
  const declare = (stack: TestStack, text: string) => stack.program(`import * as served from "${source}";\n${text}`);

  beforeAll(async () => {
    emulator.platform.reset();
    const { folder } = await builtPlugin();
    const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
    owner = await openStack({ url: emulator.url, env, plugins: [folder] });
    other = await openStack({ url: emulator.url, env, plugins: [folder] });
    await declare(owner, all('"own"'));
    const up = await owner.up();
    expect(up.code, up.output).toBe(0);
  });
  afterAll(async () => {
    await owner?.remove();
    await other?.remove();
  });

  test.each(own)("a preview stops if another stack owns an equal %s", async (_kind, kind) => {
    await declare(other, kind('"second"'));
    emulator.platform.requests.clear();
    const preview = await other.preview();
    expect(preview.code, preview.output).not.toBe(0);
    expect(preview.output.replace(/\s+/g, " ")).toMatch(/option (aliases|import)|import: "\d/);
    const written = emulator.platform.requests
      .list({})
      .filter(({ method, path }) => method !== "GET" && !/pricing|check_limits/.test(path));
    expect(written).toEqual([]);
  });

  if (turn === 0)
    test("a preview stops if a replacement would delete a cluster but its new name is taken", async () => {
      const named = (name: string) => (kinds.cluster as Kind)('"moving"').replace('name: "equal"', `name: "${name}"`);
      await declare(other, named("other"));
      const up = await other.up();
      expect(up.code, up.output).toBe(0);
      await declare(other, named("equal"));
      emulator.platform.requests.clear();
      const preview = await other.preview();
      expect(preview.code, preview.output).not.toBe(0);
      expect(preview.output.replace(/\s+/g, " ")).toContain("is taken: project and region have a cluster 1/76/equal");
      expect(emulator.platform.requests.list({ method: "DELETE" })).toEqual([]);
    });

  test("a preview of the owner's stack is empty, also with new names and aliases", async () => {
    await declare(owner, all('"renamed"', '{ aliases: [{ name: "own" }] }'));
    const renamed = await owner.preview();
    expect(renamed.code, renamed.output).toBe(0);
    expect(renamed.changes).toEqual({ same: 8 });
  });
});
