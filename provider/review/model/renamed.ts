import { parentsOf } from "../../pulumi/formats/aliases.ts";
import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import { type Declared, type Renamed, renamesBetween } from "../../resources/renames.ts";
import type { EngineStep } from "./events.ts";
import { resourceOfType } from "./kinds.ts";
import { isAdopted } from "./objects.ts";

interface Placed {
  urn: string;
  type: string;
  parent?: string | undefined;
  inputs?: Record<string, unknown> | null | undefined;
}

/** Resources that the engine would delete while it creates identical ones under another name or parent. */
export function renamedOf({ resources }: Deployment, steps: readonly EngineStep[]): Renamed[] {
  const urnsOf = (...ops: string[]) => steps.filter(({ op }) => ops.includes(op)).map(({ urn }) => urn);
  const leaving = new Set(urnsOf("delete", "release"));
  const entering = new Set(steps.filter((step) => step.op === "create" && !isAdopted(step)).map(({ urn }) => urn));
  const before = resources.filter((one) => one.delete !== true && one.external !== true);
  const after = steps.flatMap(({ urn, type, new: side }): Placed[] => (side ? [{ urn, type, ...side }] : []));
  const existing = new Set(steps.filter(({ old }) => old).map(({ urn }) => urn));
  return renamesBetween(
    declaredOf(before).filter(({ urn }) => leaving.has(urn)),
    declaredOf(after).filter(({ urn }) => entering.has(urn)),
    {
      declared: new Set(after.map(({ urn }) => urn)),
      existing: new Set([...existing].filter((urn) => !entering.has(urn))),
    },
  );
}

function declaredOf(all: readonly Placed[]): Declared[] {
  const parentOf = new Map(all.map(({ urn, parent }) => [urn, parent]));
  return all.flatMap(({ urn, type, inputs }) => {
    const kind = resourceOfType(type);
    return kind === undefined
      ? []
      : [{ urn, kind, inputs: inputs ?? {}, parents: parentsOf(urn, (one) => parentOf.get(one)) }];
  });
}
