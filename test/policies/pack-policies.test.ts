import { policiesOf, type Rule, rules, Session } from "@cloudplatform/policies";
import { describe, expect, test, vi } from "vitest";
import { type Declared, reservation, cluster as someCluster, typeToken, urnOf } from "../helpers/declared.ts";

const cluster = someCluster();
const ruleNamed = (name: string): Rule => {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(name);
  return rule;
};

interface Calls {
  /** Reported violations, with their resources. */
  reported: string[];
  notApplicable: string[];
}

/** Returns functions that call the policies of a pack with one rule, as the engine does. */
function packWith(name: string, config: object = {}) {
  const session = new Session([name]);
  const policies = policiesOf([ruleNamed(name)], session);
  const resourceArgs = (declared: Declared, calls: Calls, type: string) => ({
    type,
    urn: urnOf(declared),
    name: declared.name,
    props: declared.inputs,
    opts: { protect: false, aliases: [] },
    getConfig: () => config,
    notApplicable: (reason: string) => void calls.notApplicable.push(reason),
  });
  const callsOf = async (call: (policy: object, calls: Calls) => unknown, policy: string): Promise<Calls> => {
    const calls: Calls = { reported: [], notApplicable: [] };
    await call(policies.find((one) => one.name === policy) ?? {}, calls);
    return calls;
  };
  return {
    session,
    validate: (declared: Declared, { policy = name, type = typeToken(declared) } = {}) =>
      callsOf(async (one, calls) => {
        const args = resourceArgs(declared, calls, type);
        await Reflect.get(one, "validateResource")?.(args, (text: string) => void calls.reported.push(text));
      }, policy),
    validateStack: (declared: readonly Declared[] = [], { policy = name } = {}) =>
      callsOf(async (one, calls) => {
        const resources = declared.map((each) => resourceArgs(each, calls, typeToken(each)));
        await Reflect.get(one, "validateStack")?.({ resources, getConfig: () => config }, (text: string) => {
          calls.reported.push(text);
        });
      }, policy),
  };
}

test("a rule evaluates its own types, and reports that it does not apply to others", async () => {
  const { validate } = packWith("reservation-period", { allowed: ["MONTHS12"] });
  const own = { ...reservation(), inputs: { ...reservation().inputs, period: "MONTHS36" } };
  expect(await validate(own)).toEqual({
    reported: [expect.stringContaining('must be MONTHS12; got "MONTHS36"')],
    notApplicable: [],
  });
  expect(await validate(cluster)).toEqual({
    reported: [],
    notApplicable: ["Evaluates reservations.Reservation only."],
  });
  expect((await validate(cluster, { type: "random:index:RandomId" })).notApplicable).toHaveLength(1);
});

describe("a rule about the stack that refuses before a creation", () => {
  const nodes = { nodes: 1 };
  const message = expect.stringMatching(/may grow to \d+ nodes; 1 are allowed/);

  test.each([
    { dryRun: "false", declared: cluster, reported: [message] },
    { dryRun: "true", declared: cluster, reported: [] },
    { dryRun: "false", declared: reservation(), reported: [] },
  ])("reports $reported.length of a $declared.kind where PULUMI_NODEJS_DRY_RUN is $dryRun", async (one) => {
    vi.stubEnv("PULUMI_NODEJS_DRY_RUN", one.dryRun);
    const { validate } = packWith("stack-maximum-nodes", nodes);
    expect((await validate(one.declared)).reported).toEqual(one.reported);
    vi.unstubAllEnvs();
  });

  test("reports each violation once: a violation of a resource is not repeated for the stack", async () => {
    vi.stubEnv("PULUMI_NODEJS_DRY_RUN", "false");
    const { validate, validateStack } = packWith("stack-maximum-nodes", nodes);
    await validate(cluster);
    expect((await validateStack([cluster])).reported).toEqual([]);
    vi.unstubAllEnvs();
    expect((await validateStack([cluster])).reported).toEqual([message]);
  });
});

describe("waivers", () => {
  const waiver = (changes: object) => ({
    ...{ rule: "allowed-regions", resource: "*", reason: "migration goes on", owner: "ops" },
    ...{ expires: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10) },
    ...changes,
  });
  const used = waiver({});
  const idle = waiver({ resource: "nobody" });
  const long = waiver({ expires: "2199-01-01" });

  test("that end later than allowed are not in force", () => {
    const session = new Session(["allowed-regions"]);
    session.setWaivers([used, long], 90);
    expect(session.tooLong()).toEqual([long]);
    expect(session.inForce().map(({ waiver: one }) => one)).toEqual([used]);
  });

  test("in force are counted with the violations that they cover, and unused waivers are named", async () => {
    const { session, validateStack } = packWith("allowed-regions");
    session.setWaivers([used, idle], 90);
    const urn = urnOf(cluster);
    session.take("allowed-regions", { violations: [{ urn, message: "m" }], notEvaluated: [], problems: [] });
    const { reported } = await validateStack([], { policy: "waivers-in-force" });
    expect(reported[0]).toMatch(/^Waived: m \(waiver for allowed-regions/);
    expect(reported[1]).toMatch(/^2 waivers in force, 1 violation waived\.\n {2}covers nothing: .*nobody/);
    expect(reported).toHaveLength(2);
    session.setWaivers([], 90);
    expect((await validateStack([], { policy: "waivers-in-force" })).reported).toEqual([]);
  });
});
