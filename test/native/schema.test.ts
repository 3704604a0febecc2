import { expect, test } from "vitest";
import { nativeToken } from "../../provider/pulumi/formats/type-token.ts";
import { lookups } from "../../provider/pulumi/native/plugin/lookups.ts";
import { resourceTypes } from "../../provider/pulumi/native/plugin/resources.ts";
import type { PackageSpec } from "../../provider/pulumi/native/schema/types.ts";
import served from "../../provider/pulumi/native/schema.json" with { type: "json" };
import { resources, tokenOf } from "../../provider/resources/registry.ts";

const schema = served as unknown as PackageSpec;
const text = JSON.stringify(schema);

test("has every resource of the registry and every lookup", () => {
  expect(Object.keys(schema.resources)).toEqual(Object.values(resources).map((one) => nativeToken(tokenOf(one))));
  expect(Object.keys(schema.functions)).toEqual([...lookups.keys()].sort());
  expect(lookups.size).toBe(26);
});

test("names each type that it refers to", () => {
  const names = [...text.matchAll(/"#\/types\/([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(50);
  for (const name of new Set(names)) expect(Object.keys(schema.types)).toContain(name);
});

test("has no modules that refer to each other, which Go does not allow", () => {
  const uses = new Map<string, Set<string>>();
  for (const part of [schema.resources, schema.functions, schema.types] as Record<string, unknown>[])
    for (const [token, spec] of Object.entries(part)) {
      const [, from = ""] = token.split(":");
      const targets = [...JSON.stringify(spec).matchAll(/"#\/types\/cloudplatform:(\w+):/g)].map(([, to = ""]) => to);
      uses.set(from, new Set([...(uses.get(from) ?? []), ...targets.filter((to) => to !== from)]));
    }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(uses.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  for (const area of uses.keys()) expect(reaches(area, area), area).toBe(false);
});

test("documents every input, output and argument", () => {
  const properties = [...Object.values(schema.resources), ...Object.values(schema.functions)].flatMap((one) => [
    ...Object.entries("inputProperties" in one ? one.inputProperties : {}),
    ...Object.entries("properties" in one ? one.properties : {}),
    ...Object.entries("inputs" in one ? (one.inputs?.properties ?? {}) : {}),
  ]);
  const silent = properties.filter(([, { description }]) => description === undefined);
  expect(silent.map(([name]) => name)).toEqual([]);
});

test("marks what is secret, and what a change of replaces", () => {
  const { types } = schema;
  expect(types["cloudplatform:cdn:SecureKey"]).toMatchObject({ properties: { key: { secret: true } } });
  expect(types["cloudplatform:edge:SecretSlot"]).toMatchObject({ properties: { value: { secret: true } } });
  expect(schema.provider).toMatchObject({ inputProperties: { apiKey: { secret: true } } });
  const inputs = schema.resources["cloudplatform:kubernetes:Cluster"]?.inputProperties;
  expect(inputs?.keypair?.willReplaceOnChanges).toBe(true);
  expect(inputs?.version?.willReplaceOnChanges).toBeUndefined();
});

test("has defaults, integers and enumerations", () => {
  const reservation = schema.resources["cloudplatform:reservations:Reservation"]?.inputProperties;
  expect(reservation?.hasWindows?.default).toBe(false);
  expect(schema.resources["cloudplatform:kubernetes:Cluster"]?.properties.projectId?.type).toBe("integer");
  expect(schema.types["cloudplatform:reservations:ReservationPeriod"]).toMatchObject({
    enum: [{ value: "MONTHS12" }, { value: "MONTHS36" }],
  });
});

test("moves a resource of the dynamic provider by an alias in every language", () => {
  for (const [name, resource] of Object.entries(resources))
    expect(schema.resources[nativeToken(tokenOf(resource))]?.aliases, name).toEqual([{ type: tokenOf(resource) }]);
});

/** Resources without their own id: a threshold uses the client's id, and a set the ids of its rules. */
const withoutId = ["NotificationThreshold", "RuleSet"];

test("has an id that never changes for each resource with a number or UUID", () => {
  for (const { name, stables } of resourceTypes)
    if (!withoutId.includes(name))
      expect(
        stables.some((one) => one.endsWith("Id")),
        name,
      ).toBe(true);
});

test("has no enumeration of numbers, whose generated Go program does not compile", () => {
  const numbers = Object.entries(schema.types).filter(([, spec]) => "enum" in spec && spec.type !== "string");
  expect(numbers.map(([token]) => token)).toEqual([]);
});
