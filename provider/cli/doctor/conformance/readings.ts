import {
  type Endpoint,
  type EndpointId,
  type EndpointOf,
  endpoints,
  type readingVariants,
} from "../../../api/index.ts";
import type { Settings } from "../../../client/index.ts";
import { camel, fieldNames } from "../../../schema/index.ts";

/** A request that changes nothing. */
export interface Reading {
  readonly endpoint: Endpoint;
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly variant: (typeof readingVariants)[number];
  /** Page number, for platforms that ignore `offset`. */
  readonly page?: number;
}

/** Endpoints that use GET. Previews of prices and limits change nothing either, but use POST and are not sent. */
type ReadingId = { [Id in EndpointId]: EndpointOf<Id>["method"] extends "GET" ? Id : never }[EndpointId];

/** What is known before a request: the settings, and the results of earlier lists. */
export interface Known {
  readonly settings: Readonly<Settings>;
  /** Some values of a field in the elements of a list. One object of a kind mostly shows what the others do. */
  sample(list: ReadingId, field: string): (string | number)[];
}

type Params = Record<string, unknown>;

/** Path parameters of each request, or the reason why none is sent. */
type Plan = (known: Known) => Params[] | string;

/** One request, with path parameters from the settings. */
function once(names: readonly (keyof Settings)[]): Plan {
  return ({ settings }) => {
    const missing = names.filter((name) => settings[name] === undefined);
    if (missing.length > 0) return `${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} not set`;
    return [Object.fromEntries(names.map((name) => [name, settings[name]]))];
  };
}

const inRegion = once(["projectId", "regionId"]);

/** One request for each sampled element of a list. */
function each(list: ReadingId, field: string, param: string, within: Plan = once([])): Plan {
  return (known) => {
    const places = within(known);
    if (typeof places === "string") return places;
    const values = known.sample(list, field);
    if (values.length === 0) return `${list} has returned no object`;
    return places.flatMap((place) => values.map((value) => ({ ...place, [param]: value })));
  };
}

/** Exceptions from {@link planOf}. */
const exceptions: Partial<Record<ReadingId, Plan>> = {
  "clusters.config": () => "it returns credentials",
  "pools.get": () => "pools.list shows the same objects",
  "prices.existingCluster": each("clusters.list", "name", "clusterName", inRegion),
};

/** An object's path continues that of the list that contains it: `/clusters/{cluster_name}` takes each `name` of `/clusters`. */
function planOf({ path, params }: Endpoint): Plan {
  const [, above, param] = /^(.*)\/\{(\w+)\}/.exec(path) ?? [];
  const list = gets.find((one) => one.path === above);
  const names = fieldNames(params);
  if (list === undefined || param === undefined) return once(names as (keyof Settings)[]);
  const settings = fieldNames(list.params) as (keyof Settings)[];
  return each(list.id as ReadingId, param.replace(/^.*_/, ""), camel(param), once(settings));
}

const settingNames = ["projectId", "regionId", "clientId"];

/** Whether an object must be known first. */
const needsObject = ({ params }: Endpoint) => fieldNames(params).some((name) => !settingNames.includes(name));

/** Those of objects follow the lists. */
const gets = Object.values<Endpoint>(endpoints)
  .filter(({ method }) => method === "GET")
  .sort((a, b) => Number(needsObject(a)) - Number(needsObject(b)));

const plans = Object.fromEntries(
  gets.map((endpoint) => [endpoint.id, exceptions[endpoint.id as ReadingId] ?? planOf(endpoint)]),
) as Record<ReadingId, Plan>;

export const readingIds = Object.keys(plans) as ReadingId[];

/** The requests of an endpoint, or the reason why there are none. */
export function readingsOf(id: ReadingId, known: Known): Reading[] | string {
  const params = plans[id](known);
  if (typeof params === "string") return params;
  const endpoint: Endpoint = endpoints[id];
  return params.flatMap((one) => queriesOf(endpoint).map((query) => readingOf(endpoint, one, query)));
}

export function readingOf(
  endpoint: Endpoint,
  params: Params,
  query: Record<string, unknown> = {},
  more: Partial<Pick<Reading, "variant" | "page">> = {},
): Reading {
  return { endpoint, params, query, variant: "as documented", ...more };
}

/** Logs and tasks are numerous and alike. */
const smallPages = new Set(["appLogs.list", "tasks.list", "tasks.active"]);

/** The largest page. Rule templates are also read without paging, because the form of their list depends on it. */
function queriesOf({ id, query }: Endpoint): Record<string, unknown>[] {
  if (query.shape.limit === undefined) return [{}];
  const prices = query.shape.include_prices === undefined ? {} : { includePrices: true };
  const paged = { ...prices, limit: smallPages.has(id) ? 100 : 1000 };
  return id === "ruleTemplates.list" ? [{}, paged] : [paged];
}

/** Objects and a path that no account has: these show the platform's own 404 responses. */
export function absentReadings({ settings }: Known): Reading[] {
  const { projectId, regionId } = settings;
  const id = 2_147_483_647;
  const absent = { variant: "an absent object" } as const;
  const unknownPath: Endpoint = {
    ...endpoints["tasks.list"],
    id: "unknownPath",
    path: "/cloud/v1/no-such-path-of-doctor",
  };
  return [
    readingOf(endpoints["ruleTemplates.get"], { ruleTemplateId: id }, {}, absent),
    readingOf(endpoints["reservations.get"], { reservationId: id }, {}, absent),
    readingOf(endpoints["appTemplates.get"], { id }, {}, absent),
    ...(projectId === undefined || regionId === undefined
      ? []
      : [
          readingOf(
            endpoints["clusters.get"],
            { projectId, regionId, clusterName: "no-such-cluster-of-doctor" },
            {},
            absent,
          ),
        ]),
    readingOf(unknownPath, {}, {}, { variant: "an unknown path" }),
  ];
}
