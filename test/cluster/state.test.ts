import { expect, test } from "vitest";
import { inputsOf, stateOf } from "../../provider/resources/cluster/state.ts";
import { clusterInputs, virtualPool } from "./cluster.ts";

const inputs = clusterInputs();
const address = { projectId: 1, regionId: 76, name: inputs.name };
const pool = (name: string) => ({ ...virtualPool, name, id: name, nodeCount: 1, maxNodeCount: 1, status: "Running" });
const namesOf = (listed: string[], declared: string[]) => {
  const live = { ...inputs, id: "1", status: "Provisioned", pools: listed.map(pool) };
  const pools = declared.map((name) => ({ ...virtualPool, name }));
  return stateOf(live as never, address, { ...inputs, pools }, []).pools?.map(({ name }) => name);
};

test.each([[["a", "b", "c", "d"]], [["d", "c", "b", "a"]], [["b", "d", "a", "c"]]])(
  "pools are in state as declared, the others by name, in whatever order the platform lists them: %j",
  (listed) => {
    expect(namesOf(listed, ["c", "a", "b", "d"])).toEqual(["c", "a", "b", "d"]);
    expect(namesOf(listed, [])).toEqual(["a", "b", "c", "d"]);
    expect(namesOf(listed, ["c"])).toEqual(["c", "a", "b", "d"]);
  },
);

test.each([
  [undefined, ""],
  ["", ""],
  ["net-0", "net-1"],
  ["net-1", "net-1"],
])("a network that is declared as %j is read into the inputs as %j", (declared, seen) => {
  const live = {
    ...inputs,
    id: "1",
    status: "Provisioned",
    pools: [pool("a")],
    fixedNetwork: "net-1",
    fixedSubnet: "s",
  };
  const found = inputsOf(live as never, address, { ...inputs, fixedNetwork: declared, fixedSubnet: declared });
  expect([found.fixedNetwork, found.fixedSubnet === "s"]).toEqual([seen, seen !== ""]);
});
