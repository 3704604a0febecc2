import { describe, expect, test } from "vitest";
import { camel } from "../../provider/api/index.ts";
import { resourcePages } from "../../provider/generate/manifest/resources.ts";
import * as handlers from "../../provider/resources/handlers.ts";

/** Two values of an input that are not of the simplest kind. */
const samples: Record<string, [unknown, unknown]> = {
  cni: [{ provider: "calico" }, { provider: "cilium" }],
  pools: [[{ name: "a" }], [{ name: "b" }]],
  resources: [[{ resourceName: "a" }], [{ resourceName: "b" }]],
};

test("every resource that the engine runs has a page in the reference", () => {
  expect(resourcePages.map((page) => page.name).sort()).toEqual(Object.keys(handlers).sort());
});

describe.each(resourcePages)("the reference on $area.$name", ({ handler, changes }) => {
  const names = [...Object.keys(handler.schema.shape), ...Object.keys(handler.providerInputs?.shape ?? {})].map(camel);

  test.each(names)("says whether a change of %s replaces", (name) => {
    const [before, after] = samples[name] ?? ["a", "b"];
    const replaced = handler.replaces?.({ [name]: before }, { [name]: after }, {}) ?? [];
    expect(replaced.includes(name)).toBe(/\breplaces?\b/.test(changes[name] ?? "in place"));
  });
});
