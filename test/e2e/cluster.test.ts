import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { upShowing } from "../helpers/shown-progress.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { useClusterExample } from "./cluster-example.ts";

const emulator = await platform({ speed: 1_000 });
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
});
afterAll(() => stack.remove());
beforeEach(() => control.clearRequests());

const changesSent = async () => (await control.requests()).filter((line) => !line.startsWith("GET"));

describe("the Kubernetes example", () => {
  test("is created, shows its nodes and keeps the kubeconfig secret", async () => {
    await useClusterExample(stack);
    const up = await stack.up();
    expect(up.changes, up.output).toEqual({ create: 4 });
    const threshold = (await stack.resources()).find(({ type }) => type.endsWith("quotas:NotificationThreshold"));
    expect(threshold).toMatchObject({ id: "5", outputs: { clientId: 5, threshold: 85 } });
    const outputs = await stack.outputs();
    expect(outputs).toMatchObject({ nodes: { general: 2, metal: 1 }, rule: "/shop/.*" });
    expect(outputs.kubeconfig).toContain("kind: Config");
    expect(await stack.stateText()).not.toContain("kind: Config");
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("shows the progress on the line of the resource", async () => {
    const program = await useClusterExample(stack);
    await writeFile(join(stack.folder, "index.ts"), program.replace("minNodeCount: 1", "minNodeCount: 3"));
    await stack.up();
    await writeFile(join(stack.folder, "index.ts"), program.replace("v1.31.9", "v1.32.1"));
    const shown = /updating \(upgrading to v1\.32\.1\): task (NEW|RUNNING), \d+\w+ of 1h/;
    const up = await upShowing(shown, stack, emulator);
    expect(up.changes).toMatchObject({ update: 1 });
    expect(up.progress.join("\n")).toMatch(shown);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("refuses invalid values at preview, at their paths, and sends nothing", async () => {
    const program = await useClusterExample(stack);
    const wrong = program.replace("v1.31.9", "v1.35.1").replace("minNodeCount: 2", "minNodeCount: 7");
    await writeFile(join(stack.folder, "index.ts"), wrong);
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.output).toContain("pools[0].maxNodeCount");
    expect(await changesSent()).toEqual([]);
  });

  test("is replaced for an immutable field, and the old cluster is deleted first", async () => {
    const program = await useClusterExample(stack);
    await writeFile(join(stack.folder, "index.ts"), program.replace("v1.31.9", "v1.32.1").replace('"ops"', '"dev"'));
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(up.changes).toMatchObject({ replace: 1 });
    expect(await changesSent()).toEqual([
      "DELETE /cloud/v2/k8s/clusters/1/76/shop",
      "POST /cloud/v2/k8s/clusters/1/76",
    ]);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("shows changes by somebody else in a refresh, and the next update restores the declared values", async () => {
    await control.change("clusters", "1/76/shop", { autoscaler_config: { expander: "random" } });
    const refresh = await stack.refresh();
    expect(refresh.code, refresh.output).toBe(0);
    const up = await stack.up();
    expect(up.changes).toMatchObject({ update: 1 });
    expect((await control.state("clusters"))[0]).toMatchObject({ autoscaler_config: {} });
  });

  test("no longer exists after a destroy", async () => {
    const destroy = await stack.destroy();
    expect(destroy.code, destroy.output).toBe(0);
    expect(await control.state("clusters")).toEqual([]);
    // The delete has restored the default.
    expect(emulator.platform.store.thresholds.get(5)?.threshold).toBe(80);
  });
});

describe("a cluster that exists", () => {
  test("is adopted by the option import and never created", async () => {
    const declaration = (keypair: string) => `
      new kubernetes.Cluster("taken", {
        projectId: 1, regionId: 76, name: "taken", keypair: "${keypair}", version: "v1.31.9",
        pools: [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }],
      }, { import: "1:76:taken" });`;
    await stack.program(declaration("ops").replace(', { import: "1:76:taken" }', ""));
    await stack.up();
    const [made] = await stack.resources();
    await stack.run("state", "delete", made?.urn ?? "", "--yes");
    await control.clearRequests();
    await stack.program(declaration("theirs"));
    const refused = await stack.up();
    expect(refused.output).toContain('the program says "theirs", the platform has "ops"');
    await stack.program(declaration("ops"));
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(await changesSent()).toEqual([]);
    expect((await stack.resources())[0]).toMatchObject({ id: "1/76/taken", outputs: { status: "Provisioned" } });
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });
});
