import { marked, withoutMarks } from "../../../provider/pulumi/formats/markers.ts";
import type { Properties } from "../../../provider/values/properties.ts";
import { type ProviderKind, providerKinds } from "../../../test/helpers/provider-kinds.ts";
import { type Declared, type Kind, minThreshold, secretValue, typeOf } from "../../ownership/kinds.ts";
import { isOfSet, keyIn, pathOf, resourceName, setType } from "../../ownership/rule-sets.ts";
import { project } from "./backend.ts";
import type { Goal } from "./deployment.ts";
import { hiddenInputs } from "./provider.ts";

const slots = [{ slot: 0, value: marked(secretValue) }];

/** The arguments of each kind, the same as in the campaigns with the real CLI. */
const argumentsOf: Record<Kind, (one: Declared) => Properties> = {
  rule: ({ name, variant }) => ({ name, rule: `/${name}`, ruleType: 0, weight: 10 + variant }),
  app: ({ name, variant }) => ({ name, binaryId: 42, owned: true, params: [], shortDescr: `Version ${variant}` }),
  // One of the two logical names stores no value in the state, so that a rename switches between the two ways of storing it.
  // The engine's own import does not support this argument; people add it after the import.
  secret: ({ name, variant, logical, adopt, provider }) => ({
    ...{ name, comment: `Version ${variant}`, secretSlots: slots },
    ...(logical === "secret-2" && !(provider === "native" && adopt !== undefined) && { writeOnly: true }),
  }),
  threshold: ({ name, variant }) => ({ clientId: Number(name), threshold: minThreshold + variant }),
  reservation: ({ name }) => ({
    ...{ name, period: "MONTHS12", regionId: 76 },
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
  }),
  cluster: ({ name, variant }) => ({
    ...{ projectId: 1, regionId: 76, name, keypair: "ops", version: "v1.31.9" },
    pools: [
      {
        ...{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 50 },
        ...{ bootVolumeType: "standard", servergroupPolicy: "affinity", labels: { tier: `t${variant}` } },
      },
    ],
  }),
};

export function urnOf(stack: string, type: string, logical: string): string {
  return `urn:pulumi:${stack}::${project}::${type}::${logical}`;
}

/** What a program registers with the engine: the results of the package's classes for its arguments. */
export function goalsOf(stack: string, desired: readonly Declared[]): Goal[] {
  const sets = Map.groupBy(desired.filter(isOfSet), ({ logical }) => resourceName(logical));
  return desired.flatMap((one) => {
    if (!isOfSet(one)) return [goalOf(stack, one)];
    const rules = sets.get(resourceName(one.logical)) ?? [];
    return rules[0] === one ? [setGoalOf(stack, rules, desired)] : [];
  });
}

/** A rule set, as the package's class registers it for its rules and for what the program imports. */
function setGoalOf(stack: string, rules: readonly Declared[], desired: readonly Declared[]): Goal {
  const [{ logical = "", provider = "dynamic" } = {}] = rules;
  const type = setType(provider);
  const urn = urnOf(stack, type, resourceName(logical));
  const adopted = desired.flatMap((one) => (one.kind === "rule" && one.adopt ? [one.adopt] : []));
  const rule = ({ name, variant, adopt }: Declared) => ({
    ...{ name, rule: pathOf({ name, variant }), ruleType: 0 },
    ...(adopt !== undefined && { import: adopt }),
  });
  const own = {
    ...{ rules: Object.fromEntries(rules.map((one) => [keyIn(one), rule(one)])), order: rules.map(keyIn) },
    ...(adopted.length > 0 && { adopted: adopted.sort() }),
    ...(rules.some(({ mayBeSecond }) => mayBeSecond === true) && { allowDuplicate: true }),
  };
  const other = setType(provider === "native" ? "dynamic" : "native");
  return {
    ...{ urn, type, aliases: [urnOf(stack, other, resourceName(logical))], importId: undefined },
    inputs: provider === "native" ? own : dynamicInputs(own, hiddenInputs(urn, type, {})),
    ...{ deleteBeforeReplace: false, isAfter: rules.some(({ isAfter }) => isAfter === true) },
  };
}

/** The inputs of a dynamic resource. The engine marks none as secret; a hidden input contains the paths of secrets. */
function dynamicInputs(own: Properties, hidden: Properties): Properties {
  const { plain, secretPaths } = withoutMarks(own);
  const marks = own.writeOnly === true ? plain : own;
  return { ...marks, ...hidden, ...(secretPaths.length > 0 && { __secrets: secretPaths }) };
}

function goalOf(stack: string, one: Declared): Goal {
  const { kind, logical, aliases = [], adopt, provider = "dynamic", mayBeSecond, isAfter = false } = one;
  const type = typeOf(kind, provider);
  const urn = urnOf(stack, type, logical);
  const own = { ...argumentsOf[kind](one), ...(mayBeSecond === true && { allowDuplicate: true }) };
  const isNative = provider === "native";
  const other = typeOf(kind, providerKinds.find((it) => it !== provider) as ProviderKind);
  return {
    urn,
    type,
    inputs: isNative ? own : dynamicInputs(own, hiddenInputs(urn, type, { adopt })),
    aliases: [
      ...aliases.flatMap((name) => [type, other].map((it) => urnOf(stack, it, name))),
      urnOf(stack, other, logical),
    ],
    importId: isNative ? adopt : undefined,
    // The package's class sets this. Programs in other languages, which only have the native provider, do not.
    deleteBeforeReplace: kind === "cluster" || kind === "secret",
    isAfter,
  };
}
