import { z } from "zod";
import type { InputSetting } from "../engine/handler/definition.ts";
import { argumentParts, type Definition, fromSettings, type Where } from "../functions/definition.ts";
import * as lookups from "../functions/index.ts";
import { fieldNames } from "../schema/index.ts";
import { sentence } from "./constraint-text.ts";
import type { Root } from "./root.ts";

/** A lookup in the reference. */
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

/** The order of a module's exports depends on who loaded it. */
function sorted(exported: object): [string, object][] {
  return Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1));
}

function isLookup(value: object): value is { definition: Definition } {
  return "definition" in value;
}

/** `getApps` → `GetAppsArgs`. */
export function argumentsName(name: string): string {
  return `${sentence(name)}Args`;
}

/** Arguments of a lookup as one object: path, body, query, and the provider's own arguments. */
function schemaOf(definition: Definition): z.ZodObject {
  const given = argumentParts(definition);
  // A name that occurs in several parts belongs to the first.
  const owners = Object.assign({}, ...given.map((part) => part.schema.shape).reverse());
  const order: Where[] = ["params", "body", "query", "own"];
  const names = order.flatMap((where) => given.filter((part) => part.where === where)).flatMap(namesOf);
  return z.object(Object.fromEntries([...new Set(names)].map((name) => [name, owners[name]])));
}

const namesOf = (part: { schema: z.ZodObject }) => Object.keys(part.schema.shape);

/** A list that is read completely has no first page. */
function defaultsOf({ paging }: Definition): Record<string, string> | undefined {
  return paging?.whole === true ? { limit: "all are read", offset: "", page: "all are read" } : undefined;
}

function settingsOf(definition: Definition): InputSetting[] {
  const names = fieldNames(definition.endpoint.params);
  return fromSettings.filter((name) => names.includes(name));
}

/** The root of a lookup's arguments, if it has any. */
export function argumentsRoot({ area, name, definition }: LookupPage): Root[] {
  const schema = schemaOf(definition);
  if (Object.keys(schema.shape).length === 0) return [];
  return [
    {
      name: argumentsName(name),
      file: `${area}/arguments`,
      schema,
      direction: "input",
      description: `Arguments of \`${name}\`.`,
      source: definition.endpoint.source,
      fromSettings: settingsOf(definition),
      defaults: defaultsOf(definition),
    },
  ];
}
