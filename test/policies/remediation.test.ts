import { isStackRule, rules } from "@cloudplatform/policies";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { remediation, remediationContext } from "../../policies/engine/remediation.ts";
import { cluster, type Declared, pool, resource, template, typeToken, urnOf } from "../helpers/declared.ts";
import { evaluate } from "./evaluate.ts";

/** A secret as `@pulumi/policy` passes it to a remediation. */
class Secret {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}
const marker = {
  isSecret: (value: unknown): value is Secret => value instanceof Secret,
  secret: (value: unknown) => new Secret(value),
};

function ruleNamed(name: string) {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined || isStackRule(rule)) throw new Error(`There is no rule "${name}" about a resource.`);
  return rule;
}

function remediated(name: string, properties: Record<string, unknown>) {
  const rule = ruleNamed(name);
  return rule.remediate?.(properties, remediationContext(rule.config.parse({}), marker));
}

const hidden = { __provider: "exports.handler=…", __urn: "urn:pulumi:x" };
const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("pool-auto-healing", () => {
  test("turns the option on, and changes nothing else", () => {
    const healing = fc.constantFrom(undefined, null, false, true, unknownText);
    fc.assert(
      fc.property(fc.array(healing, { maxLength: 4 }), fc.boolean(), fc.boolean(), (values, asSecret, listAsSecret) => {
        const pools = values.map((value, index) => {
          const one = pool({ name: `p${index}`, autoHealingEnabled: value });
          return asSecret ? new Secret(one) : one;
        });
        const properties = { ...hidden, name: "edge", pools: listAsSecret ? new Secret(pools) : pools };
        const isOff = (value: unknown) => value === undefined || value === null || value === false;
        const expected = values.map((value, index) => {
          const one = pool({ name: `p${index}`, autoHealingEnabled: isOff(value) ? true : value });
          return asSecret ? new Secret(one) : one;
        });
        const result = remediated("pool-auto-healing", properties);
        if (!values.some(isOff)) expect(result).toBeUndefined();
        else expect(result).toEqual({ ...properties, pools: listAsSecret ? new Secret(expected) : expected });
      }),
    );
  });

  test.each([
    ["pools that are not known", unknownText],
    ["no pools", undefined],
    ["pools of which none is known", [null, unknownText]],
  ])("leaves %s alone", (_, pools) => expect(remediated("pool-auto-healing", { ...hidden, pools })).toBeUndefined());

  test("leaves no violation", () => {
    const before = cluster({ pools: [pool({ autoHealingEnabled: undefined })] });
    const after: Declared = { ...before, inputs: remediated("pool-auto-healing", before.inputs) ?? {} };
    expect(evaluate(ruleNamed("pool-auto-healing"), { resources: [before] }).violations).toHaveLength(1);
    expect(evaluate(ruleNamed("pool-auto-healing"), { resources: [after] }).violations).toEqual([]);
  });
});

describe("secure-key-secret", () => {
  const options = (key: unknown) => ({ secure_key: { enabled: true, key, type: 0 }, gzipOn: null });

  test.each(["k3y", unknownText])("marks the key %s as a secret, and changes nothing else", (key) => {
    const properties = { ...template().inputs, ...hidden, options: options(key) };
    expect(remediated("secure-key-secret", properties)).toEqual({ ...properties, options: options(new Secret(key)) });
  });

  test.each([
    ["a key that is a secret", options(new Secret("k3y"))],
    ["options that are a secret", new Secret(options("k3y"))],
    ["a key that is not stored", options("write-only:3q2-7wABCdefGHIjklMNOpqrSTUvwxYZ")],
    ["no key", options(undefined)],
    ["no options", undefined],
    ["options that are not known", unknownText],
  ])("leaves %s alone", (_, given) => {
    expect(remediated("secure-key-secret", { ...hidden, options: given })).toBeUndefined();
  });
});

describe("request-header-secret", () => {
  const options = (value: unknown) => ({ staticRequestHeaders: { enabled: true, value } });

  test("marks credentials as secrets, and no other header", () => {
    const given = { "X-Api-Key": "a", Authorization: new Secret("b"), "X-Other": "c", Cookie: "d" };
    expect(remediated("request-header-secret", { ...hidden, options: options(given) })).toEqual({
      ...hidden,
      options: options({ ...given, "X-Api-Key": new Secret("a"), Cookie: new Secret("d") }),
    });
  });

  test.each([null, undefined, unknownText])("leaves the headers %s alone", (value) => {
    expect(remediated("request-header-secret", { ...hidden, options: options(value) })).toBeUndefined();
  });

  test("does not change headers that are a secret as a whole", () => {
    const secret = { ...hidden, options: options(new Secret({ "X-Api-Key": "a" })) };
    expect(remediated("request-header-secret", secret)).toBeUndefined();
  });
});

describe("what ignoreChanges takes back", () => {
  const before = cluster({ pools: [pool({ autoHealingEnabled: false })] });
  const existing = { previousState: async () => ({ resources: [resource(before)] }) };
  const nothing = { previousState: async () => ({ resources: [] }) };
  const correct = async (
    ignoreChanges: string[],
    session: typeof existing | typeof nothing = existing,
    one = before,
  ) => {
    const args = { type: typeToken(one), urn: urnOf(one), name: one.name, props: one.inputs };
    const context = { opts: { ignoreChanges, aliases: [] }, getConfig: () => ({}) };
    return remediation(ruleNamed("pool-auto-healing"), session)({ ...args, ...context } as never);
  };

  // Otherwise only the report would show the part of the correction that the engine takes back.
  test.each([[["pools[1]"]], [["version", "pools[1].autoHealingEnabled"]]])(
    "%j: one of two pools is enough",
    async (entries) => {
      const off = { autoHealingEnabled: false };
      const two = cluster({ pools: [pool(off), pool({ name: "b", ...off })] });
      expect(await correct(entries, existing, two)).toBeUndefined();
    },
  );

  test("leaves resources of others, and resources without a violation, alone", async () => {
    expect(await correct([], existing, cluster())).toBeUndefined();
    const args = {
      type: "aws:eks:Cluster",
      urn: "urn:pulumi:a::b::aws:eks:Cluster::c",
      name: "c",
      props: before.inputs,
    };
    const context = { opts: { ignoreChanges: [], aliases: [] }, getConfig: () => ({}) };
    expect(
      await remediation(ruleNamed("pool-auto-healing"), existing)({ ...args, ...context } as never),
    ).toBeUndefined();
  });

  test.each([
    "pools",
    "pools[0]",
    "pools[*].autoHealingEnabled",
    "pools[0].autoHealingEnabled",
    "*",
    'pools[0]["autoHealingEnabled"]',
    "pools[0].autoHealingEnabled.x",
  ])("%s: the violation stays one", async (entry) => {
    expect(await correct([entry])).toBeUndefined();
  });

  test.each(["", "version", "pools[1]", "pools[*].labels", "pools[0].labels.autoHealingEnabled", 'labels["pools"]'])(
    "%s is of something else",
    async (entry) => {
      expect(await correct([entry])).toMatchObject({ pools: [{ autoHealingEnabled: true }] });
    },
  );

  test("has no effect on a new resource", async () => {
    expect(await correct(["pools"], nothing)).toMatchObject({ pools: [{ autoHealingEnabled: true }] });
  });
});

test("headers with a credential in them become secrets by their name or their value, and no others", () => {
  const random = "Ab1Cd2Ef3Gh4Jk5LmN6pQ7rS";
  const headers = {
    authorization: "Basic abc",
    "x-one": random,
    "x-list": ["a", random],
    "x-plain": "a",
    "x-none": null,
  };
  const changed = remediated("request-header-secret", { options: { staticRequestHeaders: { value: headers } } });
  const value = Reflect.get(Object(changed), "options")?.staticRequestHeaders?.value ?? {};
  const secret = Object.keys(headers).filter((name) => marker.isSecret(value[name]));
  expect(secret).toEqual(["authorization", "x-one", "x-list"]);
  expect(value["x-plain"]).toBe("a");
});
