import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform({ speed: 1_000 });
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
});
afterAll(() => stack.remove());

const program = (flavor: string, key: string) => `
  const pool = (name, flavorId) => ({ name, flavorId, minNodeCount: 1, maxNodeCount: 1 });
  new kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "edge", keypair: "ops", version: "v1.31.9",
    pools: [pool("general", "bm1-hf-medium"), pool("batch", "${flavor}")] });
  new cdn.RuleTemplate("videos", { rule: "/videos/.*", ruleType: 0,
    options: { secure_key: { enabled: true, key: pulumi.secret("${key}"), type: 0 } } });
`;

test("a preview warns of the losses of its updates", async () => {
  await stack.program(program("bm1-hf-medium", "key-of-2025"));
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  await stack.program(program("bm1-basic-small", "key-of-2026"));
  const preview = await stack.preview();
  expect(preview.changes, preview.output).toEqual({ update: 2, same: 1 });
  const warnings = preview.diagnostics.filter((text) => text.includes(" destroys "));
  expect(warnings.sort().map((text) => text.trim())).toEqual([
    expect.stringMatching(
      /This update of CDN rule template \d+ destroys all links to rule \/videos\/\.\* that are signed with the present key\.$/,
    ),
    expect.stringContaining(
      "This update of Kubernetes cluster 1/76/edge destroys pool batch with 1 node and the data on its disks: it is deleted and created again.",
    ),
  ]);
  expect(preview.output).not.toContain("key-of-202");
});
