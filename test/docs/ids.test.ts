import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as cloudplatform from "@cloudplatform/pulumi";
import { describe, expect, test } from "vitest";
import { areas } from "../../provider/cli/areas.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

interface Property {
  type?: string;
  $ref?: string;
  items?: Property;
  oneOf?: Property[];
}
interface Schema {
  types: Record<string, { properties?: Record<string, Property>; enum?: unknown }>;
  resources: Record<string, { inputProperties: Record<string, Property> }>;
  functions: Record<string, { inputs?: { properties: Record<string, Property> } }>;
}
const schema: Schema = JSON.parse(read("provider/pulumi/native/schema.json"));

interface Input {
  /** `Cluster`, `getVersions`. */
  owner: string;
  /** `pools.flavorId`. */
  path: string;
  /** `flavorId`. */
  name: string;
}

/** Returns the texts and integers below a property. Enumerations and maps are left out: they name no object. */
function inputsOf(owner: string, path: string[], property: Property): Input[] {
  const { $ref, items, oneOf, type } = property;
  if (oneOf !== undefined) return oneOf.flatMap((one) => inputsOf(owner, path, one));
  if (items !== undefined) return inputsOf(owner, path, items);
  if ($ref !== undefined)
    return Object.entries(schema.types[$ref.slice("#/types/".length)]?.properties ?? {}).flatMap(([name, below]) =>
      inputsOf(owner, [...path, name], below),
    );
  return type === "string" || type === "integer" ? [{ owner, path: path.join("."), name: path.at(-1) ?? "" }] : [];
}

const owners: [string, Record<string, Property>][] = [
  ...Object.entries(schema.resources).map(([token, one]): [string, Record<string, Property>] => [
    token,
    one.inputProperties,
  ]),
  ...Object.entries(schema.functions).map(([token, one]): [string, Record<string, Property>] => [
    token,
    one.inputs?.properties ?? {},
  ]),
];
const inputs = owners.flatMap(([token, properties]) =>
  Object.entries(properties).flatMap(([name, property]) => inputsOf(token.split(":").at(-1) ?? "", [name], property)),
);

/** Inputs whose values the user chooses. They name no other object of the platform. */
const ownValues = new Set([
  ...["name", "names", "nameTemplates", "interfaceName", "comment", "descr", "shortDescr", "longDescr"],
  ...["rule", "ruleType", "weight", "threshold", "slot", "value", "fieldValue", "confirmCommitment", "resourceValue"],
  ...["minNodeCount", "maxNodeCount", "bootVolumeSize", "size", "maskSize", "maskSizeV6", "period"],
  ...["podsIpPool", "servicesIpPool", "podsIpv6Pool", "servicesIpv6Pool", "clientIp", "count", "bytes", "status"],
  ...["limit", "offset", "page", "search", "from", "to", "create", "update", "delete", "resourceType", "onDelete"],
  ...["createdFrom", "createdTo", "activatedFrom", "activatedTo", "deactivatedFrom", "deactivatedTo"],
  // Keys of the program's rules.
  ...["RuleSet.order", "RuleSet.released"],
  // The identity provider is not part of the platform.
  ...["issuerUrl", "oidc.clientId", "usernameClaim", "usernamePrefix", "groupsClaim", "groupsPrefix"],
]);

const rows = [...read("docs/guides/ids.md").matchAll(/^\| (`.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, names = "", lookup = "", command = ""]) => ({
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one),
    where: `${lookup} | ${command}`,
  }),
);
const listed = new Set(rows.flatMap(({ names }) => names));

/** Whether one of the names is the input's name, or that name qualified by its owner or parent. */
function stands(names: ReadonlySet<string>, { owner, path, name }: Input): boolean {
  const [parent] = path.split(".").slice(-2, -1);
  return [name, `${owner}.${path}`, `${parent}.${name}`].some((one) => names.has(one));
}

/** Options of the CDN are settings, except `app_id`, which names another object and is in the table. */
const isOption = ({ owner, path, name }: Input) =>
  owner === "RuleTemplate" && path.startsWith("options.") && name !== "app_id";

test("every input that names another object says where to find its id or name, or is a value that the user chooses", () => {
  expect(inputs.length).toBeGreaterThan(200);
  const open = inputs.filter((input) => !isOption(input) && !stands(listed, input) && !stands(ownValues, input));
  expect(open.map(({ owner, path }) => `${owner}.${path}`)).toEqual([]);
});

test("a name that is an id is not a value that the user chooses", () => {
  const ids = [...ownValues].filter((name) => /(^|[a-z])(id|Id|Ids)$/.test(name) && name !== "oidc.clientId");
  expect(ids).toEqual([]);
});

test("the table has no input that does not exist", () => {
  const names = new Set(inputs.flatMap(({ owner, path, name }) => [name, `${owner}.${path}`]));
  const last = new Set(inputs.map(({ path }) => path.split(".").slice(-2).join(".")));
  expect([...listed].filter((name) => !names.has(name) && !last.has(name))).toEqual([]);
});

describe.each(rows)("the row of $names", ({ where }) => {
  test("names a lookup or a command, or says that the API has no list", () => {
    const lookups = [...where.matchAll(/`(\w+)\.(get\w+)`/g)];
    const commands = [...where.matchAll(/`cloudplatform (\w+)(?: ([\w-]+))?[^`]*`/g)];
    expect(lookups.length > 0 || where.startsWith("The API has no list")).toBe(true);
    for (const [, area = "", name = ""] of lookups) {
      expect(cloudplatform).toHaveProperty([area, name], expect.any(Function));
      expect(cloudplatform).toHaveProperty([area, `${name}Output`], expect.any(Function));
    }
    for (const [text, area = "", name] of commands) {
      const known = [...(areas[area]?.commands ?? []).map((one) => one.name), "logs"];
      expect(areas, text).toHaveProperty(area);
      if (name !== undefined) expect(known, text).toContain(name);
    }
    // The command line can list whatever a program can look up.
    expect(commands.length >= Math.min(lookups.length, 1)).toBe(true);
  });
});
