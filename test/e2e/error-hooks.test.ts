import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform({ speed: 1_000 });
const { faults } = emulator.platform;
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.05" } });
});
afterAll(() => stack.remove());

const program = (more: string) => `
  const again = new pulumi.ErrorHook("again", () => true);
  new kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "edge", keypair: "ops", version: "v1.31.9",
    pools: [{ name: "web", flavorId: "bm1-hf-medium", minNodeCount: 1, maxNodeCount: 1 }], ${more} },
    { hooks: { onError: [again] } });
`;

test("a create that a hook repeats up to the engine's limit is in state, and the next update continues", async () => {
  await stack.program(program(""));
  // The first attempt checks twice whether the cluster exists, creates it and fails. The other attempts resume, and fail.
  faults.add({ name: "status", endpoint: "clusters.get", status: 400, after: 2 } as never);
  const up = await stack.up("--skip-preview");
  expect(up.output).toContain("attempt 100, the last one that the engine makes");
  const [saved] = await stack.resources();
  expect(saved?.id).toBe("1/76/edge");
  faults.clear();
  await stack.program(program(""));
  const next = await stack.up();
  expect(next.code, next.output).toBe(0);
  const [done] = await stack.resources();
  expect(done?.outputs.status).toBe("Provisioned");
  expect(emulator.platform.store.clusters.all()).toHaveLength(1);
});
