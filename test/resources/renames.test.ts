import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { urnBelow } from "../../provider/pulumi/formats/aliases.ts";
import { nameOfUrn, typeOfUrn } from "../../provider/pulumi/formats/urn.ts";
import { type ResourceName, resources, tokenOf } from "../../provider/resources/registry.ts";
import { type Declared, type Renamed, renamesBetween } from "../../provider/resources/renames.ts";
import type { AliasOf } from "../../provider/testing/registration.ts";
import { urnsOf } from "../../provider/testing/urns.ts";

/** A declaration of a program: one of our resources, or a component with its children. */
interface Node {
  name: string;
  /** Type of a component. */
  component?: string;
  below: Node[];
  kind: ResourceName;
  /** Identifies the object. */
  object: number;
  weight: number;
}

const inputsOf: Record<ResourceName, (object: number) => Record<string, unknown>> = {
  "cdn.RuleTemplate": (object) => ({ rule: `/path-${object}/`, ruleType: 0 }),
  "cdn.RuleSet": (object) => ({
    rules: { one: { rule: `/one-${object}/` }, two: { rule: `/two-${object}/` } },
  }),
  "kubernetes.Cluster": (object) => ({ projectId: 1, regionId: 76, name: `edge-${object}`, version: "v1.31.9" }),
  "reservations.Reservation": (object) => ({
    name: `metal-${object}`,
    period: "MONTHS12",
    regionId: 76,
    resources: [],
  }),
  "edge.AppTemplate": (object) => ({ name: `app-${object}`, binaryId: 42, owned: true, params: [] }),
  "edge.Secret": (object) => ({ name: `secret-${object}`, secretSlots: [] }),
  "quotas.NotificationThreshold": (object) => ({ clientId: object, threshold: 61 }),
};

const kinds = Object.keys(resources) as ResourceName[];
const names = fc.constantFrom("a", "ab", "web", "web-a", "shop", "b");

/** A program whose names are unique and whose resources have different objects. */
const program: fc.Arbitrary<Node[]> = fc
  .letrec<{ node: Node; list: Node[] }>((tie) => ({
    node: fc.record({
      name: names,
      component: fc.option(fc.constantFrom("shop:index:Site", "shop:index:Part"), { nil: undefined, freq: 2 }) as never,
      below: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constant<Node[]>([]),
        tie("list"),
        tie("list"),
        tie("list"),
      ),
      kind: fc.constantFrom(...kinds),
      object: fc.constant(0),
      weight: fc.nat(9),
    }) as fc.Arbitrary<Node>,
    list: fc.array(tie("node"), { minLength: 1, maxLength: 4 }),
  }))
  .list.map((list) => distinct(list, { count: 0 }));

/** Numbers the objects and names. A stack needs unique names per type and chain of parent types; here all names are unique. */
function distinct(list: readonly Node[], counter: { count: number }, prefix = ""): Node[] {
  return list.map((node) => {
    const object = ++counter.count;
    // Most names begin with their parent's name, as usual.
    const name = `${object % 4 !== 0 ? prefix : ""}${node.name}${object}`;
    const below = node.component === undefined ? [] : distinct(node.below, counter, name);
    return { ...node, name, object, below };
  });
}

interface Place {
  stack: string;
  project: string;
}
const place: Place = { stack: "dev", project: "shop" };

interface Registered {
  urn: string;
  parents: string[];
  node: Node;
}

function registered(list: readonly Node[], at: Place, parents: string[] = []): Registered[] {
  return list.flatMap((node) => {
    const type = node.component ?? tokenOf(resources[node.kind]);
    const urn = urnBelow(at, parents.at(-1), type, node.name);
    return [{ urn, parents, node }, ...registered(node.below, at, [...parents, urn])];
  });
}

function ofPlatform(all: readonly Registered[]): Declared[] {
  return all
    .filter(({ node }) => node.component === undefined)
    .map(({ urn, parents, node }) => {
      const inputs = { ...inputsOf[node.kind](node.object), weight: node.weight };
      return { urn, parents, kind: node.kind, inputs };
    });
}

const urns = (all: readonly Registered[]) => new Set(all.map(({ urn }) => urn));

function renames(before: readonly Registered[], after: readonly Registered[]): Renamed[] {
  const known = { declared: urns(after), existing: urns(before) };
  return renamesBetween(ofPlatform(before), ofPlatform(after), known);
}

/** Returns the aliases in a line of a program, as the engine gets them. */
function aliasesOf(text: string): AliasOf[] {
  const stated = new Function("pulumi", `return { ${text} }.aliases`)({ rootStackResource: "root" });
  return (stated as (string | Record<string, string>)[]).map((one) =>
    typeof one === "string"
      ? one
      : {
          ...{ name: one.name ?? "", type: one.type ?? "", stack: one.stack ?? "", project: one.project ?? "" },
          parent: one.parent === "root" ? undefined : one.parent,
          hasNoParent: one.parent === "root",
        },
  );
}

/** Returns the old URN that the engine finds for each new URN, with the lines in the program. Without one, the engine creates. */
function foundWith(found: readonly Renamed[], before: ReadonlySet<string>, after: readonly Registered[], at: Place) {
  const lines = new Map(found.flatMap((one) => one.lines).map(({ on, text }) => [on, text]));
  const earlier = new Map<string, string>();
  for (const { urn, parents } of after) {
    const parent = parents.at(-1);
    const above = parent === undefined ? undefined : earlier.get(parent);
    const text = lines.get(urn);
    const aliases = text === undefined ? [] : aliasesOf(text);
    const registration = { type: typeOfUrn(urn), name: nameOfUrn(urn), parent: parent ?? "", aliases };
    const tried = urnsOf({ organization: "", ...at }, registration as never, above === undefined ? [] : [above]);
    const old = tried.find((one) => before.has(one));
    if (old !== undefined) earlier.set(urn, old);
  }
  return earlier;
}

/** Returns the program with one node changed. */
function mapNode(list: readonly Node[], wanted: Node, change: (node: Node) => Node): Node[] {
  return list.map((node) => (node === wanted ? change(node) : { ...node, below: mapNode(node.below, wanted, change) }));
}

const allOf = (list: readonly Node[]): Node[] => list.flatMap((node) => [node, ...allOf(node.below)]);

/** Renames of every kind. Undefined if the program has no candidate for the rename. */
const changes: Record<string, (list: Node[], pick: number) => { list: Node[]; at?: Place } | undefined> = {
  "a resource": (list, pick) => renamedNode(list, pick, (node) => node.component === undefined),
  "a component": (list, pick) => renamedNode(list, pick, (node) => node.component !== undefined, true),
  "the type of a component": (list, pick) => {
    const node = chosen(
      allOf(list).filter((one) => one.component !== undefined),
      pick,
    );
    return node && { list: mapNode(list, node, (one) => ({ ...one, component: "shop:index:Other" })) };
  },
  "a component and a resource below it": (list, pick) => {
    const node = chosen(
      allOf(list).filter((one) => one.component !== undefined && one.below.length > 0),
      pick,
    );
    const [first, ...others] = node?.below ?? [];
    if (node === undefined || first === undefined) return undefined;
    const below = [{ ...first, name: `other-${first.name}` }, ...others];
    return { list: mapNode(list, node, (one) => renamed({ ...one, below })) };
  },
  "a component that got one around it": (list, pick) => {
    const node = chosen(list, pick);
    return node && { list: mapNode(list, node, (one) => around([one])) };
  },
  "resources that moved into a component": (list) => (list.length === 0 ? undefined : { list: [around(list)] }),
  "the stack": (list) => ({ list, at: { ...place, stack: "prod" } }),
  "the project": (list) => ({ list, at: { ...place, project: "store" } }),
};

const around = (below: Node[]): Node => ({
  ...{ name: "around", component: "shop:index:Around", below, kind: "cdn.RuleTemplate", object: 0, weight: 0 },
});

function renamedNode(list: Node[], pick: number, is: (node: Node) => boolean, withChildren = false) {
  const node = chosen(allOf(list).filter(is), pick);
  return node && { list: mapNode(list, node, (one) => renamed(one, withChildren)) };
}

/** Returns the node with another name. Names of descendants that begin with the old name change with it. */
function renamed(node: Node, withChildren = true): Node {
  const name = `new-${node.name}`;
  const follow = (one: Node): Node => ({
    ...one,
    ...(one.name.startsWith(node.name) && { name: name + one.name.slice(node.name.length) }),
    below: one.below.map(follow),
  });
  return { ...node, name, below: withChildren ? node.below.map(follow) : node.below };
}

function chosen<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

describe.each(Object.entries(changes))("%s is renamed", (_, change) => {
  test("and each resource is reported with the aliases that keep its object", () => {
    let count = 0;
    const property = fc.property(program, fc.nat(50), (list, pick) => {
      const changed = change(list, pick);
      if (changed === undefined) return;
      const { at = place } = changed;
      const [before, after] = [registered(list, place), registered(changed.list, at)];
      const missing = ofPlatform(before).filter(({ urn }) => !urns(after).has(urn));
      count += Math.min(1, missing.length);
      const found = renames(before, after);
      expect(found.map(({ from }) => from).sort()).toEqual(missing.map(({ urn }) => urn).sort());
      const earlier = foundWith(found, urns(before), after, at);
      for (const { from, to } of found) expect(earlier.get(to)).toBe(from);
      // The engine refuses an alias of a resource that the program still declares.
      for (const [now, old] of earlier) expect(old === now || !urns(after).has(old)).toBe(true);
    });
    fc.assert(property, { numRuns: 1_000 });
    expect(count).toBeGreaterThan(200);
  });
});

test("a deleted resource beside a different created one is not a rename", () => {
  const property = fc.property(program, program, fc.nat(50), (list, others, pick) => {
    const gone = chosen(allOf(list), pick);
    const next = others.map((one) => mapObjects(one, 1000));
    const after = registered([...list.filter((one) => one !== gone), ...next], place);
    expect(renames(registered(list, place), after)).toEqual([]);
  });
  fc.assert(property, { numRuns: 400 });
});

/** Returns the node with other objects and other names. */
function mapObjects(node: Node, by: number): Node {
  const below = node.below.map((one) => mapObjects(one, by));
  return { ...node, name: `next-${node.name}`, object: node.object + by, below };
}

test("an unknown value does not identify a resource", () => {
  const [unknown, secret] = ["04da6b54-80e4-46f7-96ec-b56ff0331ba9", { "4dabf18193072939515e22adb298388d": "x" }];
  for (const name of [unknown, secret, undefined]) {
    const side = (urn: string): Declared => ({ urn, parents: [], kind: "edge.Secret", inputs: { name } });
    const known = { declared: new Set(["urn:pulumi:a::b::c::new"]), existing: new Set(["urn:pulumi:a::b::c::old"]) };
    expect(renamesBetween([side("urn:pulumi:a::b::c::old")], [side("urn:pulumi:a::b::c::new")], known)).toEqual([]);
  }
});
