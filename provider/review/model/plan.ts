import { z } from "zod";
import { hashOf, type SecretHasher } from "./digest.ts";
import { isObject, isSecret, mapValues, plaintextOf } from "./engine-values.ts";
import { noRegistrations, type Registrations } from "./registrations.ts";

const entry = z.looseObject({
  goal: z.looseObject({ name: z.string(), type: z.string() }).nullish(),
  steps: z.array(z.string()).nullish(),
  state: z.record(z.string(), z.unknown()).nullish(),
});

/** A plan of the engine (pulumi/pulumi, sdk/go/common/apitype/plan.go). */
const plan = z.looseObject({
  manifest: z.looseObject({ version: z.string().optional() }),
  config: z.record(z.string(), z.unknown()).nullish(),
  resourcePlans: z.record(z.string(), entry).nullish(),
});

export type EnginePlan = z.output<typeof plan>;

export function parsePlan(text: string): EnginePlan {
  return plan.parse(JSON.parse(text));
}

/**
 * Hashes of the planned operations of each resource. Two previews of the same change differ only in seeds and times, which are
 * left out. The expected state is left out as well: for an unchanged resource it is just what the platform reports.
 */
export function plannedHashes(
  { resourcePlans }: EnginePlan,
  hasher: SecretHasher | undefined,
  isOurs: (type: string) => boolean,
  options: Registrations["options"] = noRegistrations.options,
): Record<string, string> {
  const hashes = Object.entries(resourcePlans ?? {}).map(([urn, { goal, steps }]): [string, string] => {
    const kept = goal && {
      ...goal,
      dependencies: sorted(goal.dependencies),
      propertyDependencies: mapValues(goal.propertyDependencies, (value) =>
        Array.isArray(value) ? sorted(value) : undefined,
      ),
      inputDiff: inOrder(isOurs(goal.type) ? goal.inputDiff : withoutRandomNames(goal.inputDiff, goal.name)),
      outputDiff: inOrder(goal.outputDiff),
    };
    // Options that the plan does not contain: retainOnDelete, deletedWith, hooks and any others that the program set.
    return [urn, hashOf(withHashedSecrets({ goal: kept, steps, options: options.get(urn) }, hasher))];
  });
  return Object.fromEntries(hashes.sort());
}

/** The engine lists deleted names in a different order each time. */
function inOrder(diff: unknown): unknown {
  return isObject(diff) && "deletes" in diff ? { ...diff, deletes: sorted(diff.deletes) } : diff;
}

function sorted(list: unknown): unknown {
  return Array.isArray(list) ? [...list].sort() : list;
}

function withHashedSecrets(value: unknown, hasher: SecretHasher | undefined): unknown {
  return mapValues(value, (one) => {
    if (!isSecret(one)) return undefined;
    const text = plaintextOf(one);
    if (text === undefined || hasher === undefined) throw new Error("A secret of the plan could not be hashed.");
    return { secret: hasher.hash(text) };
  });
}

/**
 * Other providers generate object names: the resource name and a random suffix that differs in each preview (autonaming: seven or
 * eight hexadecimal digits). The update uses the name in the plan that it is bound to.
 */
function withoutRandomNames(value: unknown, name: string): unknown {
  return mapValues(value, (one) => {
    if (typeof one !== "string" || !one.startsWith(name)) return undefined;
    return /^[-_]?[0-9a-f]{7,8}$/.test(one.slice(name.length)) ? `${name}-(random)` : undefined;
  });
}

/** Whether a plan has secrets, which can be compared only with a key. */
export function hasSecrets({ resourcePlans }: EnginePlan): boolean {
  let found = false;
  mapValues(resourcePlans ?? {}, (value) => {
    if (isSecret(value)) found = true;
    return undefined;
  });
  return found;
}
