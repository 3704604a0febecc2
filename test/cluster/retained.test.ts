import { afterAll, expect, test } from "vitest";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { platform } from "../helpers/platform.ts";
import { clusterInputs, fast } from "./cluster.ts";

const emulator = await platform(fast);
const backend = await exportedState();
afterAll(() => backend.remove());

const type = "pulumi-nodejs:dynamic/cloudplatform/kubernetes:Cluster";

test.each([
  [
    "the state has retainOnDelete",
    true,
    { podsIpPool: "172.20.0.0/18" },
    [expect.stringContaining("retainOnDelete keeps")],
  ],
  ["the deployed cluster is deleted", false, { podsIpPool: "172.20.0.0/18" }, []],
  ["nothing is replaced", true, { autoscalerConfig: { expander: "random" } }, []],
])("a preview of a cluster that keeps its name, when %s", async (_, retainOnDelete, change, reasons) => {
  const inputs = clusterInputs();
  const urn = `urn:pulumi:dev::shop::${type}::${inputs.name}`;
  const id = `1/76/${inputs.name}`;
  backend.write("dev", [{ urn, type, id, retainOnDelete }]);
  const harness = new EngineHarness(clusterHandler, emulator, urn);
  harness.state = { id, inputs: (await harness.check(inputs)).inputs, outputs: {} };
  const { failures } = await harness.check({ ...inputs, ...change });
  expect(failures.map(({ reason }) => reason)).toEqual(reasons);
});
