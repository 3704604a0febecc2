import { clusterBody, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { inOrderOf } from "../../provider/schema/order.ts";

test("lists without order follow the model, and other elements come last", () => {
  const pools = (...names: string[]) => ({ pools: names.map((name) => ({ name })) });
  expect(inOrderOf(clusterBody, pools("a", "b", "c"), pools("c", "x", "a"))).toEqual(pools("c", "a", "b"));
  const stale = (...value: string[]) => ({ options: { stale: { enabled: true, value } } });
  expect(inOrderOf(ruleTemplateBody, stale("error", "timeout"), stale("timeout", "error"))).toEqual(
    stale("timeout", "error"),
  );
});

test("lists with a significant order keep it", () => {
  const cors = (...value: string[]) => ({ options: { cors: { enabled: true, value } } });
  expect(inOrderOf(ruleTemplateBody, cors("a", "b"), cors("b", "a"))).toEqual(cors("a", "b"));
});

test("no element is lost or added with any model", () => {
  const value = { pools: [{ name: "a" }, { name: "a" }, { name: "b", labels: { x: "1" } }], name: "shop" };
  for (const model of [undefined, null, "later", {}, { pools: "later" }, { pools: [{ name: "b" }, null, {}] }]) {
    const ordered = inOrderOf(clusterBody, value, model);
    expect(ordered.pools.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(value.pools);
  }
});
