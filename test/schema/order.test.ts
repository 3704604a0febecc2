import { clusterBody, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { inOrderOf } from "../../provider/schema/order.ts";

test("lists without order follow the model, and what the model does not have comes last", () => {
  const pools = (...names: string[]) => ({ pools: names.map((name) => ({ name })) });
  expect(inOrderOf(clusterBody, pools("a", "b", "c"), pools("c", "x", "a"))).toEqual(pools("c", "a", "b"));
  const stale = (...value: string[]) => ({ options: { stale: { enabled: true, value } } });
  expect(inOrderOf(ruleTemplateBody, stale("error", "timeout"), stale("timeout", "error"))).toEqual(
    stale("timeout", "error"),
  );
});

test("lists whose order means something keep it", () => {
  const cors = (...value: string[]) => ({ options: { cors: { enabled: true, value } } });
  expect(inOrderOf(ruleTemplateBody, cors("a", "b"), cors("b", "a"))).toEqual(cors("a", "b"));
});

test("nothing is lost or added, whatever the model is", () => {
  const value = { pools: [{ name: "a" }, { name: "a" }, { name: "b", labels: { x: "1" } }], name: "shop" };
  for (const model of [undefined, null, "later", {}, { pools: "later" }, { pools: [{ name: "b" }, null, {}] }]) {
    const ordered = inOrderOf(clusterBody, value, model);
    expect(ordered.pools.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(value.pools);
  }
});
