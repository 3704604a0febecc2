import { describe, expect, test } from "vitest";
import { resourcePages } from "../../provider/generate/resource-pages.ts";
import * as handlers from "../../provider/pulumi/dynamic/handlers.ts";
import { resources } from "../../provider/resources/registry.ts";
import { camel, metadataOf, replacingInputs } from "../../provider/schema/index.ts";

/** Two values for each input whose type is not simple. */
const samples: Record<string, [unknown, unknown]> = {
  cni: [{ provider: "calico" }, { provider: "cilium" }],
  pools: [[{ name: "a" }], [{ name: "b" }]],
  resources: [[{ resourceName: "a" }], [{ resourceName: "b" }]],
};

test("every resource that the engine runs is in the registry and has a page in the reference", () => {
  const types = Object.values(resources).map(({ type }) => type);
  expect(Object.keys(handlers).sort()).toEqual([...types].sort());
  expect(resourcePages.map(({ definition }) => definition.type)).toEqual(types);
});

describe.each(Object.entries(resources))("the metadata of %s", (_name, { schema, providerInputs }) => {
  const fields = Object.entries({ ...schema.shape, ...providerInputs?.shape });

  test.each(fields.map(([wire, field]) => [camel(wire), field] as const))(
    "says whether a change of %s replaces",
    (name, field) => {
      const [before, after] = samples[name] ?? ["a", "b"];
      const replaced = replacingInputs(schema, { declared: { [name]: before }, inputs: { [name]: after } });
      expect(replaced.includes(name)).toBe(metadataOf(field).immutable === true);
    },
  );
});
