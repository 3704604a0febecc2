import { limits } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { contractLimits, otherLimits } from "./companion/limits.ts";
import { endpointFacts } from "./facts/endpoints.ts";
import { type Field, object } from "./facts/field.ts";
import { type LimitFact, limitFacts } from "./facts/limits.ts";

const exported = new Map<string, object>(
  Object.entries(limits).flatMap(([area, bounds]) =>
    Object.entries(bounds).map(([name, bound]): [string, object] => [`${area}.${name}`, bound]),
  ),
);

/** Returns the field of the facts at a place such as `#1 response[].dvr_duration`. */
function fieldAt(place: string): Field | undefined {
  const [, number, part = "", path = ""] = /^#(\d+) (\w+)(.*)$/.exec(place) ?? [];
  const fact = endpointFacts.find((one) => one.number === Number(number));
  const query = object(fact?.query ?? {});
  let field = { query, body: fact?.body, response: fact?.response }[part];
  for (const [, name] of path.matchAll(/\.(\w+)|\[\]/g)) field = name === undefined ? field?.of : field?.fields?.[name];
  return field;
}

/** Returns the expected exported limit: the enumeration or the bounds, with the default only if the limit exports one. */
function wanted({ values, min, max, default: usual }: LimitFact, limit: object): object {
  if (values !== undefined) return values;
  const bounds = { min, max, default: "default" in limit ? usual : undefined };
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
}

for (const fact of limitFacts) {
  const { applies, at, ...bounds } = fact;

  test(`the contract's table of limits and its tables of fields agree on: ${applies}`, () => {
    for (const place of at) expect(fieldAt(place), place).toMatchObject(bounds);
  });

  test(`the exported limits hold the contract's bounds of: ${applies}`, () => {
    const name = contractLimits[applies] ?? "";
    const limit = exported.get(name);
    if (limit === undefined) throw new Error(`There is no exported limit "${name}" for: ${applies}`);
    expect(limit, name).toEqual(wanted(fact, limit));
  });
}

test("every other exported limit is a listed one, with its bounds", () => {
  const ofContract = new Set(Object.values(contractLimits));
  const others = Object.fromEntries([...exported].filter(([name]) => !ofContract.has(name)));
  expect(others).toEqual(Object.fromEntries(otherLimits.map(({ name, bounds }) => [name, bounds])));
});
