import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kinds } from "../../provider/cli/adopt/kinds.ts";
import { counterparts } from "../../provider/cli/adopt/sources/counterparts.ts";
import { isOwn, unmappedAttributes } from "../../provider/cli/adopt/unmapped.ts";

/**
 * Covers every attribute of the platform's Terraform provider, 0.x and 2.x, for the resources that have a counterpart here. The
 * folder terraform-schemas has the output of `tofu providers schema -json`, reduced to each attribute's path, type and whether
 * it can be set.
 */
const lines = ["0.x", "2.x"] as const;

type Attributes = Record<string, string>;

const schemaOf = (line: string): Record<string, Attributes> =>
  JSON.parse(readFileSync(new URL(`terraform-schemas/${line}.json`, import.meta.url), "utf8"));

/** All attributes without a counterpart. */
const absent = {
  "0.x": {
    gcore_cdn_rule_template: ["options.waap", "options.waf"],
    gcore_k8sv2: ["csi", "security_group_rules", "timeouts"],
    gcore_fastedge_template: ["param.metadata"],
    gcore_fastedge_secret: [],
  },
  "2.x": {
    gcore_cdn_rule_template: ["options.fastedge.on_request_headers_after_cache", "options.waap"],
    gcore_cloud_k8s_cluster: ["add_ons", "cni.cilium.cni_exclusive", "csi", "pools.security_group_ids"],
    gcore_fastedge_template: ["params.metadata"],
    gcore_fastedge_secret: [],
  },
} satisfies Record<(typeof lines)[number], Record<string, string[]>>;

const isSecret = "the provider does not keep it, and the platform does not return it";
const isByName =
  "the provider looks it up by a request that is not in the contract; the state has it instead of the number";
const isComputed = "the platform's response does not have it";

/** All other attributes without a value in the states of test/e2e/terraform, with the reason. */
const withoutValue: Record<(typeof lines)[number], Record<string, string>> = {
  "0.x": {
    "gcore_k8sv2.project_name": isByName,
    "gcore_k8sv2.region_name": isByName,
    "gcore_k8sv2.security_group_id": isComputed,
    "gcore_k8sv2.task_id": isComputed,
    "gcore_fastedge_secret.slot.value": isSecret,
  },
  "2.x": { "gcore_fastedge_secret.secret_slots.value": isSecret },
};

/**
 * Attributes that users can declare but the report leaves out: the id, names of objects that other attributes give as numbers,
 * and the number of a slot, which has a counterpart.
 */
const declaredOtherwise = ["id", "project_name", "region_name", "slot.id"];

const isBlock = (type: string) => type.includes("object");

/** Returns a value for an attribute that differs from the default of its type. */
function sampleOf(type: string): unknown {
  const [kind = ""] = type.split(", ");
  if (kind === "object") return {};
  if (kind.endsWith("of object")) return [{}];
  if (kind.startsWith("map")) return { key: "text" };
  if (kind.includes(" of ")) return [kind.endsWith("number") ? 1 : "text"];
  return { bool: false, number: 1, string: "text" }[kind];
}

/** Returns a state's attributes with a value at each of these paths. */
function stateWith(schema: Attributes, paths: readonly string[]): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const path of paths) {
    let at = root;
    const names = path.split(".");
    for (const [index, name] of names.entries()) {
      at[name] ??= sampleOf(schema[names.slice(0, index + 1).join(".")] ?? "");
      const next = at[name];
      at = (Array.isArray(next) ? next[0] : next) as Record<string, unknown>;
    }
  }
  return root;
}

function reported(type: string, attributes: Record<string, unknown>) {
  const counterpart = counterparts[type.replace("gcore_", "")];
  const kind = kinds[counterpart?.kind ?? ""];
  if (counterpart === undefined || kind === undefined) throw new Error(`${type} has no counterpart.`);
  return unmappedAttributes(kind, counterpart, attributes);
}

interface StateResource {
  type: string;
  instances: { attributes: Record<string, unknown> }[];
}

/** Returns the paths of the attributes that are neither null nor empty. */
function pathsWithValue(schema: Attributes, value: unknown, path = ""): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value !== "object") return [path];
  if (Array.isArray(value)) return value.flatMap((element) => pathsWithValue(schema, element, path));
  const entries = Object.entries(value);
  if (schema[path]?.startsWith("map")) return entries.length > 0 ? [path] : [];
  return entries.flatMap(([name, each]) => pathsWithValue(schema, each, path === "" ? name : `${path}.${name}`));
}

function pathsInState(line: string, type: string, schema: Attributes): Set<string> {
  const file = new URL(`../e2e/terraform/${line}/terraform.tfstate`, import.meta.url);
  const { resources }: { resources: StateResource[] } = JSON.parse(readFileSync(file, "utf8"));
  const instances = resources.filter((one) => one.type === type).flatMap((one) => one.instances);
  return new Set(instances.flatMap(({ attributes }) => pathsWithValue(schema, attributes)));
}

describe.each(lines)("line %s", (line) => {
  const schemas = schemaOf(line);

  test("has exactly the resources that can be adopted", () => {
    expect(Object.keys(schemas).sort()).toEqual(Object.keys(absent[line]).sort());
  });

  test.each(Object.keys(schemas))("%s: what has no counterpart is reported with the reason", (type) => {
    const schema = schemas[type] ?? {};
    const missing = reported(type, stateWith(schema, Object.keys(schema)));
    expect(missing.map(({ path }) => path).sort()).toEqual(absent[line][type as never]);
    for (const { path, reason } of missing) expect(reason, path).toMatch(/\w/);
  });

  test.each(Object.keys(schemas))(
    "%s: each attribute alone, a false one included, has a counterpart or is reported",
    (type) => {
      const schema = schemas[type] ?? {};
      const missing: string[] = absent[line][type as never];
      const leaves = Object.entries(schema).filter(([, text]) => !isBlock(text));
      for (const [path] of leaves) {
        const without = missing.filter((one) => path === one || path.startsWith(`${one}.`));
        expect(
          reported(type, stateWith(schema, [path])).map((one) => one.path),
          path,
        ).toEqual(without);
      }
    },
  );

  test("each attribute with a counterpart has a value in a state that the real CLI adopts, or a reason", () => {
    const missing = Object.entries(schemas).flatMap(([type, schema]) => {
      const known = pathsInState(line, type, schema);
      const unmapped: string[] = absent[line][type as never];
      const isMapped = (path: string) => !unmapped.some((one) => path === one || path.startsWith(`${one}.`));
      const leaves = Object.keys(schema).filter((path) => !isBlock(schema[path] ?? ""));
      return leaves.filter((path) => isMapped(path) && !known.has(path)).map((path) => `${type}.${path}`);
    });
    expect(missing.sort()).toEqual(Object.keys(withoutValue[line]).sort());
  });

  test.each(Object.keys(schemas))("%s: what the report leaves out cannot be declared", (type) => {
    const declarable = Object.entries(schemas[type] ?? {}).filter(([, text]) => !text.endsWith("computed"));
    const leftOut = declarable.map(([path]) => path).filter((path) => isOwn(path.split(".").at(-1) ?? ""));
    expect(leftOut.filter((path) => !declaredOtherwise.includes(path))).toEqual([]);
  });
});
