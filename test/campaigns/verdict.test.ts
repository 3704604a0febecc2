import { expect, test } from "vitest";
import type { Declared } from "../../campaigns/ownership/kinds.ts";
import type { Live } from "../../campaigns/ownership/objects.ts";
import { actionOf, type StackModel } from "../../campaigns/ownership/scene.ts";
import type { Entry } from "../../campaigns/ownership/state.ts";
import { Verdict } from "../../campaigns/ownership/verdict.ts";

const secret: Live = {
  ...{ key: "secret:4", kind: "secret", id: "4", name: "beta", variant: 1 },
  ...{ shape: "beta#1", isOfSet: false, print: "beta#1", rest: "null" },
};
const changed: Live = { ...secret, name: "alpha", shape: "alpha#1", print: "alpha#1" };
const entry: Entry = {
  ...{ urn: "urn:pulumi:dev::simulation::cloudplatform:edge:Secret::mine", logical: "mine", kind: "secret" },
  ...{ provider: "native", id: "4", key: secret.key, shape: secret.shape },
  ...{ isOld: false, isReplacing: false, isImported: false, isUnsettled: false },
};
const stackOf = (name: string, desired: Declared[] = []): StackModel => ({ name, desired });
const liveOf = (...all: Live[]) => new Map(all.map((one) => [one.key, one]));

test("a stop may name a deleted object unless a command of the same machine has deleted it", () => {
  const [dev, prod] = [stackOf("dev"), stackOf("prod")];
  const full = { live: liveOf(secret), entries: new Map([[dev, [entry]]]) };
  const empty = { live: liveOf(), entries: new Map() };
  const both = [
    { ...actionOf(dev, "up"), machine: "runner" },
    { ...actionOf(prod, "up"), machine: "laptop" },
  ];
  const output = 'Creating edge secret "other" stopped: edge secret 4 has the same name and is not in state';
  const stopOn = (machine: string) => {
    const verdict = new Verdict(liveOf());
    const stop = { ...actionOf(prod, "up"), code: 1, machine, output };
    return [...verdict.check(full, empty, both), ...verdict.check(empty, empty, [stop])];
  };
  expect(stopOn("laptop")).toEqual([]);
  expect(stopOn("runner")).toEqual(["UNCLEAR: up failed without a fault, and names no object"]);
});

test("an import may change the object to what the program declares, and to nothing else", () => {
  const changeFor = (name: string) => {
    const dev = stackOf("dev", [{ kind: "secret", logical: "mine", name, variant: 1, adopt: "4" }]);
    const before = { live: liveOf(secret), entries: new Map() };
    const after = { live: liveOf(changed), entries: new Map([[dev, [{ ...entry, shape: changed.shape }]]]) };
    return new Verdict(before.live).check(before, after, [{ ...actionOf(dev, "up"), code: null }]);
  };
  expect(changeFor(changed.name)).toEqual([]);
  expect(changeFor(secret.name)).toEqual(["CHANGED: secret:4 (beta#1), of nobody's state"]);
});

test("only a rule of a set can have created an object with the path of one", () => {
  const rule = { kind: "rule", name: "beta", variant: 1 } as const;
  const dev = stackOf("dev", [
    { ...rule, logical: "one" },
    { ...rule, logical: "set/a" },
  ]);
  const live: Live = { ...secret, ...rule, key: "rule:4", isOfSet: true };
  const verdict = new Verdict(liveOf());
  const none = { live: liveOf(), entries: new Map() };
  verdict.check(none, { ...none, live: liveOf(live) }, [{ ...actionOf(dev, "up"), code: null }]);
  expect(verdict.orphans.get(live.key)?.logicals).toEqual(new Set(["set/a"]));
});
