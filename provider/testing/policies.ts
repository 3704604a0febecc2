import { nameOfUrn } from "../pulumi/formats/urn.ts";
import type { DeployedResource } from "./result.ts";
import { refuseUnknownNames } from "./unknown-names.ts";

/** A policy of Pulumi, as in a `PolicyPack`. */
export interface TestedPolicy {
  name: string;
  enforcementLevel?: string;
  configSchema?: { properties?: Readonly<Record<string, object>> };
  // biome-ignore lint/suspicious/noExplicitAny: the types of @pulumi/policy are not known here
  validateResource?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the types of @pulumi/policy are not known here
  validateStack?: any;
}

/** What a policy reports. */
export interface Violation {
  policy: string;
  /** Empty if the violation is about the stack. */
  urn: string;
  message: string;
}

type Report = (message: string, urn?: string) => void;

class NotApplicable extends Error {}

/** The configuration of policies by name, in the form of `--policy-pack-config`: a level, or parameters and a level. */
export type PolicyConfig = Readonly<Record<string, string | object>>;

/** Runs policies on the resources of a stack, as `pulumi up --policy-pack` does, except those that are disabled. */
export async function violationsOf(
  policies: readonly TestedPolicy[],
  resources: readonly DeployedResource[],
  config: PolicyConfig,
): Promise<Violation[]> {
  refuseUnknownNames("policy", config, [...policies.map(({ name }) => name), "all"]);
  const found: Violation[] = [];
  for (const policy of policies) {
    const { level, parameters } = configured(policy, config);
    if (level === "disabled") continue;
    const report =
      (about: string): Report =>
      (message, urn = about) =>
        void found.push({ policy: policy.name, urn, message });
    const shared = sharedArguments(parameters);
    const validations: unknown[] = [policy.validateResource ?? []].flat();
    for (const validate of validations as ((args: object, report: Report) => unknown)[])
      for (const one of resources.filter(({ id }) => id !== ""))
        await applying(() => validate({ ...shared, ...argumentsOf(one, one.inputs) }, report(one.urn)));
    if (policy.validateStack === undefined) continue;
    const all = resources.map((one) => ({ ...shared, ...argumentsOf(one, one.outputs) }));
    await applying(() => policy.validateStack({ ...shared, resources: all }, report("")));
  }
  return found;
}

/** The level and parameters of a policy; the engine fills in the defaults of its schema. */
function configured({ name, enforcementLevel, configSchema }: TestedPolicy, config: PolicyConfig) {
  const [own = {}, all = {}] = [config[name], config.all].map((given) =>
    typeof given === "string" ? { enforcementLevel: given } : (given as { enforcementLevel?: string } | undefined),
  );
  const { enforcementLevel: level = all.enforcementLevel ?? enforcementLevel, ...parameters } = own;
  const schemas = Object.entries<{ default?: unknown }>(configSchema?.properties ?? {});
  const defaults = schemas.flatMap(([key, schema]) => (schema.default === undefined ? [] : [[key, schema.default]]));
  return { level, parameters: { ...Object.fromEntries(defaults), ...parameters } };
}

function sharedArguments(config: object) {
  const notApplicable = (reason?: string): never => {
    throw new NotApplicable(reason);
  };
  return { getConfig: () => config, notApplicable, stackTags: new Map<string, string>() };
}

function argumentsOf({ type, urn, protect, parent, dependencies }: DeployedResource, props: object) {
  const isType = (resourceClass: { __pulumiType?: string }) => resourceClass.__pulumiType === type;
  return {
    ...{ type, urn, name: nameOfUrn(urn), props: { ...props }, parent, dependencies, propertyDependencies: {} },
    opts: { protect, aliases: [], ignoreChanges: [], customTimeouts: {}, additionalSecretOutputs: [] },
    isType,
    asType: (resourceClass: { __pulumiType?: string }) => (isType(resourceClass) ? props : undefined),
  };
}

async function applying(validate: () => unknown): Promise<void> {
  try {
    await validate();
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
  }
}
