import type { Endpoint } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { companionBodies, companionRoutes, companionStatuses } from "./companion/routes.ts";
import { contractNumber, endpointOf, table } from "./comparison/listed.ts";
import { endpointFacts } from "./facts/endpoints.ts";

const routeOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const companionEndpoints = table.filter((endpoint) => contractNumber(endpoint) === undefined);
const prefixes: Record<Endpoint["area"], string> = {
  streaming: "/streaming/",
  cdn: "/cdn/",
  cloud: "/cloud/v",
  edge: "/edgeapp/v1/",
  storage: "/storage/notifications/v1/",
};

test("the table has each of the contract's 14 endpoints exactly once", () => {
  const numbers = table.map(contractNumber).filter((number) => number !== undefined);
  expect(numbers.sort((a, b) => a - b)).toEqual(endpointFacts.map(({ number }) => number));
  expect(endpointFacts).toHaveLength(14);
});

test("the table has no duplicate route", () => {
  const routes = table.map(routeOf);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});

for (const fact of endpointFacts) {
  const { number, method, path } = fact;

  test(`${method} ${path} is in the table with the contract's status and parts`, () => {
    const endpoint = endpointOf(number);
    const added = companionBodies[number];
    const says = (what: string) => `${what} of #${number} (${endpoint.id})`;
    expect(routeOf(endpoint), says("route")).toBe(routeOf(fact));
    expect(endpoint.status, says("status")).toBe(fact.status ?? companionStatuses[number]?.status);
    expect(endpoint.body !== undefined, says("body")).toBe(fact.body !== undefined || added !== undefined);
    expect(endpoint.bodyOptional === true, says("optional body")).toBe(added?.optional === true);
    expect(endpoint.response !== undefined, says("response")).toBe(true);
  });
}

test("every other endpoint is a listed route of the companion, and every listed route is in the table", () => {
  const listed = companionRoutes.map(({ route, status, source }) => `${route} → ${status} (${source})`);
  const known = new Map(companionRoutes.map(({ route, source }) => [route, source]));
  const seen = companionEndpoints.map((endpoint) => {
    const source = known.get(routeOf(endpoint));
    const agrees = source !== undefined && endpoint.source.startsWith(source);
    return `${routeOf(endpoint)} → ${endpoint.status} (${agrees ? source : endpoint.source})`;
  });
  expect(seen.sort()).toEqual(listed.sort());
});

test("every path begins with the prefix of its area", () => {
  const astray = table.filter(({ area, path }) => !path.startsWith(prefixes[area]));
  expect(astray.map(routeOf)).toEqual([]);
});

test("the parameters of every path are the fields of its schema", () => {
  for (const { id, path, params } of table) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(params.shape).sort(), id).toEqual(named.sort());
  }
});
