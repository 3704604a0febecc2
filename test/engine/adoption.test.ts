import { expect, test } from "vitest";
import { adoptionText } from "../../provider/engine/lifecycle/adopt.ts";
import { unknownValue } from "../../provider/schema/index.ts";

test("a preview names the adopted object, and whether the id is known", () => {
  expect(adoptionText("Kubernetes cluster", "1/76/edge")).toMatch(/^imports Kubernetes cluster 1\/76\/edge .*nothing/);
  expect(adoptionText("Kubernetes cluster", unknownValue)).toMatch(/^imports the Kubernetes cluster that .*will name/);
});
