/** A resource of a Terraform state. */
interface Resource {
  mode: string;
  type: string;
  name: string;
  module?: string;
  instances: { index_key?: string | number; attributes: Record<string, unknown>; dependencies?: string[] }[];
}

/** Blocks that may stand more than once; all others are objects in Pulumi's schema, and lists of one in Terraform's. */
const lists: Record<string, string> = { pool: "pools", param: "params", slot: "slots" };

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The stack that the bridge of Pulumi for any Terraform provider would have, by the rules of its schema: tokens and properties in
 * camelCase, blocks as objects, lists in the plural, ids as text, components for modules. The bridge itself was not run.
 */
export function bridgedState(state: { resources: Resource[] }): string {
  const root = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
  const components = new Map<string, object>();
  const addresses = new Map<string, string[]>();
  const resources = state.resources.flatMap((resource) =>
    resource.instances.map((instance) => {
      const isOwn = resource.type.startsWith("gcore_");
      const kind = camel(resource.type.replace(/^gcore_/, ""));
      const type = isOwn
        ? `gcore:index/${kind}:${kind[0]?.toUpperCase()}${kind.slice(1)}`
        : "random:index/randomId:RandomId";
      const { parent, types } = parentOf(resource.module ?? "", root, components);
      const index = instance.index_key === undefined ? "" : `-${String(instance.index_key).replaceAll("/", "-")}`;
      const urn = `urn:pulumi:dev::shop::${[...types, type].join("$")}::${resource.name}${index}`;
      const address = `${resource.module === undefined ? "" : `${resource.module.replace(/\[[^\]]*\]/g, "")}.`}${resource.type}.${resource.name}`;
      addresses.set(address, [...(addresses.get(address) ?? []), urn]);
      const outputs = propertiesOf({ ...instance.attributes, id: String(instance.attributes.id) });
      const { id } = instance.attributes;
      return { resource: { urn, custom: true, id: String(id), type, parent, inputs: {}, outputs }, instance };
    }),
  );
  const withDependencies = resources.map(({ resource, instance }) => ({
    ...resource,
    // A module's instance depends on the resources of its own instance.
    dependencies: (instance.dependencies ?? []).flatMap((address) => {
      const urns = addresses.get(address) ?? [];
      const own = urns.filter((urn) => resource.urn.startsWith(urn.replace(/\$[^$]*$/, "")));
      return own.length > 0 && urns.some((urn) => urn.includes("$")) ? own : urns;
    }),
  }));
  const stack = { urn: root, custom: false, type: "pulumi:pulumi:Stack" };
  const deployment = {
    manifest: { time: "2026-11-01T00:00:00Z", magic: "", version: "v3.259.0" },
    resources: [stack, ...components.values(), ...withDependencies],
  };
  return JSON.stringify({ version: 3, deployment });
}

/** The components of a module, outermost first: `module.shop["eu"].module.inner` becomes `shop-eu` and `inner`. */
function parentOf(module: string, root: string, components: Map<string, object>) {
  let parent = root;
  const types: string[] = [];
  for (const [, name = "", key] of module.matchAll(/module\.(\w+)(?:\["?([^"\]]*)"?\])?/g)) {
    const own = key === undefined ? name : `${name}-${key}`;
    types.push(`shop:index:${own}`);
    const urn = `urn:pulumi:dev::shop::${types.join("$")}::${own}`;
    components.set(urn, { urn, custom: false, type: types.at(-1), parent });
    parent = urn;
  }
  return { parent, types };
}

function propertiesOf(attributes: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [camel(lists[name] ?? name), converted(name, value)]),
  );
}

function converted(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const isBlock = value.every((element) => element !== null && typeof element === "object");
    const elements = value.map((element) => converted("", element));
    return isBlock && lists[name] === undefined && !name.endsWith("s") ? elements[0] : elements;
  }
  // Maps have the user's keys.
  if (value === null || typeof value !== "object") return value;
  return ["labels", "taints", "autoscaler_config"].includes(name) ? value : propertiesOf(value);
}
