import { nameOfUrn } from "../pulumi/formats/urn.ts";
import type { DeployedResource } from "./result.ts";

/** A policy of Pulumi, as in a `PolicyPack`. */
export interface TestedPolicy {
  name: string;
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

/** Runs policies on the resources of a stack, as `pulumi up --policy-pack` does. `config`: their parameters by name. */
export async function violationsOf(
  policies: readonly TestedPolicy[],
  resources: readonly DeployedResource[],
  config: Readonly<Record<string, object>>,
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const policy of policies) {
    const report =
      (about: string): Report =>
      (message, urn = about) =>
        void found.push({ policy: policy.name, urn, message });
    const shared = sharedArguments(config[policy.name] ?? {});
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
