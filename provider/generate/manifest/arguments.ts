import { z } from "zod";
import type { InputSetting } from "../../engine/definition.ts";
import { type Definition, fromSettings, partsOf, type Where } from "../../lookups/definition.ts";
import * as lookups from "../../lookups/index.ts";
import type { Part, Root } from "../root.ts";
import { sentence } from "../words.ts";

/** A lookup as the documentation tells of it. */
export interface LookupPage {
  area: string;
  /** `getApps`. */
  name: string;
  definition: Definition;
}

/** All lookups, area by area. The iterating forms take the same arguments. */
export const lookupPages: LookupPage[] = sorted(lookups).flatMap(([area, functions]) =>
  sorted(functions).flatMap(([name, asked]) =>
    name.startsWith("iterate") || !isLookup(asked) ? [] : [{ area, name, definition: asked.definition }],
  ),
);

/** What a module exports comes in an order that depends on who has loaded it. */
function sorted(exported: object): [string, object][] {
  return Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1));
}

function isLookup(value: object): value is { definition: Definition } {
  return "definition" in value;
}

const instance = { file: "pricing/instance" };
const countEvent = {
  name: "CountEvent",
  file: "storage/event",
  description: "A level of files or requests that a storage reaches.",
};
const bytesEvent = {
  name: "BytesEvent",
  file: "storage/event",
  description: "A level of space or traffic that a storage reaches.",
};

/** Names of the objects in the arguments of a lookup. */
const parts: Record<string, Record<string, Part>> = {
  getInstancePrice: {
    interfaces: { name: "InstanceInterface", ...instance, description: "A network interface of a virtual machine." },
    "interfaces.floatingIp": { name: "InstanceFloatingIp", ...instance },
    "interfaces.securityGroups": { name: "InstanceSecurityGroup", ...instance, description: "A security group." },
    volumes: { name: "InstanceVolume", ...instance, description: "A volume of a virtual machine." },
  },
  getReservationPrice: {
    resources: {
      name: "ReservationResource",
      file: "reservations/reservation",
      description: "A resource that is to be reserved.",
    },
  },
  upsertEvents: {
    reachingFilesQuantity: countEvent,
    reachingUsedRequests: countEvent,
    reachingUsedSpace: bytesEvent,
    reachingUsedTraffic: bytesEvent,
  },
};

/** `getApps` → `GetAppsArgs`. */
export function argumentsName(name: string): string {
  return `${sentence(name)}Args`;
}

/** Arguments of a lookup as one object: where it asks, what for, and what steers it. */
function schemaOf(definition: Definition): z.ZodObject {
  const given = partsOf(definition);
  // A name that stands in several parts belongs to the first.
  const owners = Object.assign({}, ...given.map((part) => part.schema.shape).reverse());
  const order: Where[] = ["params", "body", "query", "own"];
  const names = order.flatMap((where) => given.filter((part) => part.where === where)).flatMap(namesOf);
  return z.object(Object.fromEntries([...new Set(names)].map((name) => [name, owners[name]])));
}

const namesOf = (part: { schema: z.ZodObject }) => Object.keys(part.schema.shape);

/** A list that is read whole has no page to begin with. */
function defaultsOf({ paging }: Definition): Record<string, string> | undefined {
  return paging?.whole === true ? { limit: "all are read", offset: "", page: "all are read" } : undefined;
}

function settingsOf(definition: Definition): InputSetting[] {
  return Object.entries(fromSettings)
    .filter(([wire]) => wire in definition.endpoint.params.shape)
    .map(([, setting]) => setting);
}

/** The arguments of every lookup that takes some. */
export const argumentRoots: Root[] = lookupPages
  .map(({ area, name, definition }) => ({
    name: argumentsName(name),
    file: `${area}/arguments`,
    schema: schemaOf(definition),
    side: "input" as const,
    description: `Arguments of \`${name}\`.`,
    source: definition.endpoint.source,
    parts: parts[name],
    fromSettings: settingsOf(definition),
    defaults: defaultsOf(definition),
  }))
  .filter(({ schema }) => Object.keys(schema.shape).length > 0);
