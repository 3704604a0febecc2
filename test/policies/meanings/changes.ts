import fc from "fast-check";
import { cluster, type Declared, pool, reservation, ruleSet, template, urnOf } from "../../helpers/declared.ts";
import { unknownText } from "../one-unknown.ts";
import { each, type Given, type Meaning, of, options } from "./meaning.ts";

/** A value that is encrypted in the state. */
const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:…" };

const renamed = (one: Declared, name: string): Declared => ({ ...one, name });
/** A resource under another name, with the alias that keeps its object. */
const aliased = (one: Declared, name: string): Declared => ({ ...renamed(one, name), aliases: [one] });
const operations = (one: Declared, operation: "delete" | { replace: string } | undefined): Given["view"] => ({
  operations: new Map([[urnOf(one), operation]]),
});
/** Without the stack before the change, nothing is known about the change. */
const unknownBefore = each(["no response", "no stack is being changed"], (missing) => ({
  resources: [cluster()],
  view: { previousState: { missing } },
}));

const changed = (before: Record<string, unknown>, after: Record<string, unknown>, make = cluster): Given => ({
  before: [make(before)],
  resources: [make(after)],
});

const network = "3f0c9a4e-8a1e-4f5c-9d0a-1f2b3c4d5e6f";
/** Inputs of a cluster that cannot change in place, with another value. */
const fixedInputs: readonly (readonly [string, unknown])[] = [
  ["projectId", 2],
  ["regionId", 80],
  ["name", "other"],
  ["keypair", "other"],
  ["fixedNetwork", network],
  ["fixedSubnet", network],
  ["isIpv6", true],
  ["podsIpPool", "10.0.0.0/16"],
  ["servicesIpPool", "10.1.0.0/16"],
];
/** Values that mean "not set". */
const empty: Readonly<Record<string, readonly unknown[]>> = {
  fixedNetwork: ["", null, undefined],
  fixedSubnet: ["", null, undefined],
  isIpv6: [false, null, undefined],
  podsIpPool: [null, undefined],
  servicesIpPool: [null, undefined],
};

const twoPools = { pools: [pool({ name: "a" }), pool({ name: "b" })] };
const recreated = [
  { pools: [pool({ name: "c" })] },
  { pools: [pool({ name: "a", flavorId: "g1-standard-4-8" }), pool({ name: "c" })] },
  { pools: [pool({ name: "b", isPublicIpv4: true })] },
];
const noDestruction: Meaning = {
  bypass: [
    ...each(fixedInputs, ([field, value]) => ({
      ...changed({}, { [field]: value }),
      message: `"edge" would be replaced: ${field} changes`,
    })),
    // Several fields, of which the update may keep some.
    fc.constant({
      ...changed({}, { keypair: unknownText, isIpv6: unknownText, name: "other" }),
      message: "changes, or may: keypair, isIpv6 are not known before the update",
    }),
    ...each([cluster(), reservation()], (one) => ({
      ...{ before: [template(), one], resources: [template()] },
      message: `"${one.name}" would be deleted`,
    })),
    fc.constant({ before: [cluster()], resources: [renamed(cluster(), "other")], message: '"edge" would be deleted' }),
    fc.constant({
      ...{ before: [cluster()], resources: [aliased(cluster({ keypair: "x" }), "other")] },
      message: '"edge" would be replaced: keypair changes',
    }),
    ...each(recreated, (after) => ({
      ...changed(twoPools, after),
      message: '"edge" would lose all of its pools',
    })),
    // The engine's own operations decide, if they are known.
    fc.constant({ ...changed({}, {}), view: operations(cluster(), "delete"), message: '"edge" would be deleted' }),
    ...each([[cluster()], []], (resources) => ({
      ...{ before: [cluster()], resources, view: operations(cluster(), { replace: "name" }) },
      message: '"edge" would be replaced: name changes',
    })),
    fc.constant({
      ...changed(twoPools, recreated[0] ?? {}),
      view: operations(cluster(), undefined),
      message: "would lose all of its pools",
    }),
    fc.constant({
      before: [cluster(), reservation()],
      resources: [cluster()],
      config: { types: ["reservations.Reservation"] },
    }),
  ],
  honest: [
    ...unknownBefore,
    ...each(fixedInputs, ([field, value]) => changed({ [field]: value }, { [field]: value })),
    // An encrypted value cannot be compared.
    ...each(fixedInputs, ([field, value]) => changed({ [field]: encrypted }, { [field]: value })),
    // An omitted value equals an empty one.
    ...each(Object.entries(empty), ([field, values]) =>
      fc.tuple(of(...values), of(...values)).map(([one, other]) => changed({ [field]: one }, { [field]: other })),
    ),
    fc.constant(changed({}, { version: "v1.32.1", logging: unknownText })),
    fc.constant({ before: [cluster()], resources: [aliased(cluster(), "other")] }),
    fc.constant({ before: [cluster()], resources: [aliased(cluster(), "other"), reservation()] }),
    fc.constant({ before: [template()], resources: [] }),
    fc.constant({ before: [cluster()], resources: [reservation()], config: { types: ["reservations.Reservation"] } }),
    fc.constant({ before: [cluster()], resources: [], view: { complete: false } }),
    fc.constant({ before: [cluster({}, { retainOnDelete: true })], resources: [] }),
    fc.constant({ before: [reservation({ onDelete: "abandon" })], resources: [] }),
    fc.constant({ before: [cluster()], resources: [], view: operations(cluster(), undefined) }),
    fc.constant({ ...changed({}, { keypair: "other" }), view: operations(cluster(), undefined) }),
    // A pool stays, or may stay.
    ...each(["a", "b"], (name) => changed(twoPools, { pools: [pool({ name }), pool({ name: "c" })] })),
    fc.constant(changed(twoPools, { pools: [pool({ name: unknownText })] })),
    fc.constant(changed(twoPools, { pools: unknownText })),
    fc.constant(changed({ pools: encrypted }, twoPools)),
    ...each([[], undefined], (pools) => changed({ pools }, twoPools)),
  ],
};

const key = (value: unknown) => ({ options: { secure_key: { enabled: true, key: value } } });
const withOptions = (before: Record<string, unknown>, after: Record<string, unknown>): Given => ({
  before: options(before).resources,
  resources: options(after).resources,
});
const gzip = { gzipOn: { enabled: true, value: true } };
const noLossInUpdate: Meaning = {
  bypass: [
    fc.integer({ min: 1, max: 9 }).map((count) => ({
      ...changed({ pools: [pool(), pool({ name: "b", minNodeCount: count })] }, {}),
      message: `the update of "edge" would destroy pool b with ${count} node`,
    })),
    fc.constant({ ...withOptions(gzip, {}), message: "would destroy the option gzipOn of rule /images/" }),
    fc.constant({ ...withOptions({ ...gzip, slice: null }, { slice: null }), message: "the option gzipOn" }),
    fc.constant({
      ...{ before: [template(key("old"))], resources: [template(key("new"))] },
      message: "all links to rule /images/ that are signed with the present key",
    }),
    // Without its key, a rule needs no signature, even if the key is encrypted.
    ...each(["old", encrypted], (old) => ({
      ...{ before: [template(key(old))], resources: [template({ options: {} })] },
      message: "the signature that links to rule /images/ need",
    })),
    fc.constant({
      ...{ before: [template({ options: gzip })], resources: [aliased(template({ options: {} }), "other")] },
      message: 'the update of "images" would destroy',
    }),
    fc.constant({ ...withOptions(gzip, {}), config: { types: ["cdn.RuleTemplate"] } }),
    fc.constant({ ...withOptions(gzip, {}), view: { operations: new Map() } }),
  ],
  honest: [
    ...unknownBefore,
    fc.constant(changed({}, { version: "v1.32.1", pools: [pool({ minNodeCount: 4 }), pool({ name: "b" })] })),
    fc.constant(withOptions({}, gzip)),
    fc.constant(withOptions({ slice: null }, {})),
    fc.constant({ before: [template(key("old"))], resources: [template(key("old"))] }),
    // An encrypted value cannot be compared, wherever it is.
    fc.constant({ before: [template(key(encrypted))], resources: [template(key("new"))] }),
    fc.constant({ before: [template({ options: { secure_key: encrypted } })], resources: [template(key("new"))] }),
    fc.constant({ before: [template({ options: encrypted })], resources: [template({ options: {} })] }),
    fc.constant(withOptions({ gzipOn: encrypted }, gzip)),
    // Other rules report deletions and replacements.
    fc.constant({ before: [template({ options: gzip })], resources: [] }),
    ...each(["delete" as const, { replace: "rule" }], (operation) => ({
      ...withOptions(gzip, {}),
      view: operations(template(), operation),
    })),
    fc.constant({ ...withOptions(gzip, {}), config: { types: ["kubernetes.Cluster"] } }),
    // The rules of a set are evaluated with the set.
    fc.constant({
      before: [ruleSet({ images: template({ options: gzip }) })],
      resources: [ruleSet({ images: template() })],
      config: { types: ["cdn.RuleTemplate"] },
    }),
  ],
};

const urns = (...all: Declared[]): Given["view"] => ({ urns: new Set(all.map(urnOf)) });
const stack = (before: Declared[], resources: Declared[], view?: Given["view"]): Given => ({
  ...{ before, resources },
  ...(view && { view }),
});
const made = [cluster, reservation, template] as const;
const noRename: Meaning = {
  bypass: [
    ...each(made, (make) =>
      of("x", "y").map((name) => ({
        ...stack([make()], [renamed(make(), name)]),
        message: `"${make().name}" would be deleted and the same created as "${name}". If it was renamed or moved, add aliases: [{ name: "${make().name}" }] to "${name}"`,
      })),
    ),
    // Other resources that come, stay or go do not matter.
    fc.constant({
      ...stack(
        [reservation(), cluster(), template()],
        [template(), renamed(cluster(), "x"), renamed(template({ rule: "/b/" }), "b")],
      ),
      message: 'add aliases: [{ name: "edge" }] to "x"',
    }),
    fc.constant({ ...stack([cluster()], [renamed(cluster(), "x")]), config: { types: ["kubernetes.Cluster"] } }),
    fc.constant(stack([cluster()], [renamed(cluster(), "x")], urns(renamed(cluster(), "x")))),
    // An alias that matches no object keeps none.
    fc.constant(stack([cluster()], [{ ...renamed(cluster(), "x"), aliases: [renamed(cluster(), "never")] }])),
  ],
  honest: [
    ...unknownBefore,
    ...each(made, (make) => stack([make()], [make(), template({ rule: "/new/" }, { name: "new" })])),
    ...each(made, (make) => stack([make()], [aliased(make(), "x")])),
    ...each(made, (make) => stack([make()], [])),
    ...each(made, (make) => stack([], [make()])),
    fc.constant(stack([cluster()], [renamed(cluster({ regionId: 80 }), "x")])),
    fc.constant(stack([template()], [renamed(template({ rule: "/b/" }), "b")])),
    fc.constant({ ...stack([cluster()], [renamed(cluster(), "x")]), config: { types: ["cdn.RuleTemplate"] } }),
    fc.constant(stack([cluster()], [renamed(cluster(), "x")], { complete: false })),
    // A resource that the program does not declare is not new, and one that it declares does not leave.
    fc.constant(stack([cluster()], [renamed(cluster(), "x")], urns(template()))),
    fc.constant(stack([cluster()], [renamed(cluster(), "x")], urns(cluster(), renamed(cluster(), "x")))),
    // Another object of the same identity is deleted.
    fc.constant(stack([reservation(), renamed(reservation(), "second")], [aliased(reservation(), "x")])),
    // The set has the identity, not each of its rules.
    fc.constant(stack([ruleSet({ images: template() })], [renamed(template(), "x")])),
    fc.constant(stack([template()], [ruleSet({ pictures: template() })])),
    fc.constant(
      stack(
        [ruleSet({ images: template(), b: template({ rule: "/b/" }) })],
        [ruleSet({ pictures: template(), b: template({ rule: "/b/" }) })],
      ),
    ),
  ],
};

export const changeMeanings: Readonly<Record<string, Meaning>> = {
  "no-destruction": noDestruction,
  "no-loss-in-update": noLossInUpdate,
  "no-rename-without-aliases": noRename,
};
