// Nine commands, 4 s. In npm test, native/migration resumes a create, and cluster/adopt and cluster/waiting cover waits without the CLI.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { useClusterExample } from "./cluster-example.ts";

const emulator = await platform({ speed: 1_000 });
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
});
afterAll(() => stack.remove());

const changesSent = async () => (await control.requests()).filter((line) => !line.startsWith("GET"));

test("the example resumes after an interruption: its preview does not need the kubeconfig", async () => {
  const { clock } = emulator.platform;
  clock.change({ paused: true });
  const program = await useClusterExample(stack);
  await writeFile(join(stack.folder, "index.ts"), program.replace('create: "45m"', 'create: "2s"'));
  expect((await stack.up()).code).not.toBe(0);
  await useClusterExample(stack);
  const preview = await stack.preview();
  expect(preview.code, preview.output).toBe(0);
  clock.change({ paused: false });
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect((await stack.outputs()).kubeconfig).toContain("kind: Config");
  expect((await stack.destroy()).code).toBe(0);
});

test("the next update waits for a cluster that was adopted while the platform created it", async () => {
  const { clock } = emulator.platform;
  clock.change({ paused: true });
  const cluster = {
    name: "coming",
    keypair: "ops",
    version: "v1.31.9",
    pools: [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }],
  };
  const call = endpoints["clusters.create"];
  await clientOf(emulator).call(call, { params: { projectId: 1, regionId: 76 }, body: cluster });
  const args = JSON.stringify({ projectId: 1, regionId: 76, ...cluster });
  await stack.program(`new kubernetes.Cluster("coming", ${args}, { import: "1/76/coming" });`);
  expect((await stack.up()).code).toBe(0);
  const status = async () => (await stack.resources())[0]?.outputs.status;
  expect(await status()).toBe("Provisioning");
  clock.change({ paused: false });
  await control.clearRequests();
  const preview = await stack.preview();
  expect(preview.changes).toMatchObject({ update: 1 });
  expect(preview.diagnostics.join("\n")).toContain(
    "1/76/coming was not finished when it was last deployed or read. The program changes nothing;",
  );
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect(await status()).toBe("Provisioned");
  expect(await changesSent()).toEqual([]);
  const after = await stack.preview("--expect-no-changes");
  expect(after.code).toBe(0);
  expect(after.diagnostics).toEqual([]);
});
