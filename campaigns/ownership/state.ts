import { z } from "zod";
import { unfinishedStatus } from "../../provider/resources/cluster/definition.ts";
import { type ProviderKind, providerKinds } from "../../test/helpers/provider-kinds.ts";
import { type Kind, kinds, typeOf } from "./kinds.ts";
import { type Live, shapeOf, variantIn } from "./objects.ts";
import { partName, setType } from "./rule-sets.ts";

/** A resource in a state file. */
export interface Entry {
  /** URN of the resource. The rules of a set have the URN of the set. */
  urn: string;
  /** Name in the program. */
  logical: string;
  kind: Kind;
  provider: ProviderKind;
  id: string;
  /** The object according to the state, in the format of {@link Live.shape}; undefined if the last operation ended halfway. */
  shape: string | undefined;
  /** Key of its object; undefined if none is known, as for a cluster that was never read or was deleted for its replacement. */
  key: string | undefined;
  /** Whether it has been replaced but not yet deleted. */
  isOld: boolean;
  /** Whether it has been deleted but its replacement not yet created. Only an `up` calls the provider for it. */
  isReplacing: boolean;
  /** Whether the last operation ended halfway, or a replacement was requested. */
  isUnsettled: boolean;
  /** Whether the state has the values that an import has read, not the program's. Every comparison then reads the object again. */
  isImported: boolean;
}

const resource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  delete: z.boolean().optional(),
  taint: z.boolean().optional(),
  /** Deleted, but its replacement not yet created. */
  pendingReplacement: z.boolean().optional(),
  initErrors: z.array(z.string()).nullish(),
  inputs: z.looseObject({ __imported: z.string().optional() }).nullish(),
  outputs: z
    .looseObject({
      clusterId: z.string().optional(),
      tasks: z.array(z.string()).optional(),
      status: z.string().optional(),
      templateIds: z.record(z.string(), z.number()).optional(),
    })
    .optional(),
});
const checkpoint = z.object({
  checkpoint: z.object({ latest: z.object({ resources: z.array(resource).nullish() }).nullish() }),
});

/** The resources of the platform in a checkpoint. */
export function entriesOf(text: string, live: ReadonlyMap<string, Live>, tasksOf: (key: string) => unknown): Entry[] {
  return entriesIn(checkpoint.parse(JSON.parse(text)).checkpoint.latest?.resources ?? [], live, tasksOf);
}

/** The same for parsed resources. */
export function entriesIn(
  found: readonly z.output<typeof resource>[],
  live: ReadonlyMap<string, Live>,
  tasksOf: (key: string) => unknown,
): Entry[] {
  return found.flatMap((one) => {
    const server = providerKinds.find((it) => one.type === setType(it));
    if (server !== undefined) return rulesIn(one, server);
    const [kind, provider] = ofType(one.type);
    if (kind === undefined || provider === undefined || one.id === undefined || one.id === "") return [];
    const isUnsettled =
      one.pendingReplacement === true ||
      one.taint === true ||
      (one.initErrors ?? []).length > 0 ||
      // A refresh removes the errors from the state, but keeps the status that it has read.
      (kind === "cluster" && one.outputs?.status === unfinishedStatus);
    const entry = {
      ...{ urn: one.urn, logical: one.urn.split("::").at(-1) ?? "", kind, provider, id: one.id },
      key:
        one.pendingReplacement === true
          ? undefined
          : kind === "cluster"
            ? clusterKey(one, live, tasksOf)
            : `${kind}:${one.id}`,
      isOld: one.delete === true,
      isReplacing: one.pendingReplacement === true,
      isImported: one.inputs?.__imported !== undefined,
      isUnsettled,
      shape: isUnsettled
        ? undefined
        : shapeOf({
            name: String(one.inputs?.name ?? one.inputs?.clientId),
            variant: variantIn(kind, one.inputs ?? {}),
          }),
    };
    return [entry];
  });
}

/** The rules of a rule set, each as a separate rule template. */
function rulesIn(
  { urn, inputs, outputs, initErrors, ...one }: z.output<typeof resource>,
  provider: ProviderKind,
): Entry[] {
  const rules = (inputs?.rules ?? {}) as Record<string, Readonly<Record<string, unknown>> | undefined>;
  const isUnsettled = one.pendingReplacement === true || one.taint === true || (initErrors ?? []).length > 0;
  return Object.entries(outputs?.templateIds ?? {}).map(([key, id]) => ({
    ...{ urn, logical: partName(urn.split("::").at(-1) ?? "", key), kind: "rule", provider, id: String(id) },
    key: one.pendingReplacement === true ? undefined : `rule:${id}`,
    ...{ isOld: one.delete === true, isReplacing: one.pendingReplacement === true, isImported: false, isUnsettled },
    shape: isUnsettled
      ? undefined
      : shapeOf({ name: String(rules[key]?.name), variant: variantIn("rule", rules[key] ?? {}) }),
  }));
}

const byType = new Map(
  kinds.flatMap((kind) => providerKinds.map((provider) => [typeOf(kind, provider), [kind, provider] as const])),
);

function ofType(type: string): readonly [Kind?, ProviderKind?] {
  return byType.get(type) ?? [];
}

/** The key of a cluster: its UUID, which the state has after the first read, otherwise the cluster of the creation task. */
function clusterKey(
  { id, outputs }: z.infer<typeof resource>,
  live: ReadonlyMap<string, Live>,
  tasksOf: (key: string) => unknown,
): string | undefined {
  if (outputs?.clusterId !== undefined) return `cluster:${outputs.clusterId}`;
  const sameName = [...live.values()].find((one) => one.kind === "cluster" && one.id === id);
  const made = sameName !== undefined && (outputs?.tasks ?? []).includes(String(tasksOf(sameName.key)));
  return made ? sameName.key : undefined;
}
