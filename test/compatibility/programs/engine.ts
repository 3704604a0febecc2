import { appendFileSync } from "node:fs";
import * as dynamic from "@cloudplatform/pulumi";
import * as native from "@cloudplatform/pulumi/native";
import * as pulumi from "@pulumi/pulumi";
import { type Changes, declareGroup, type OfEachKind } from "../resources.ts";
import { inPlace } from "./commands.ts";

/** A program with one group of resources for each feature. The fields differ between runs. */
export interface EngineProgram {
  /** Groups that are declared. */
  groups: readonly string[];
  /** Groups with values that differ from the first run and change in place. */
  changed?: readonly string[];
  /** Whether the hook of the group `stops` throws. */
  isStopped?: boolean;
  /** Whether the group `hidden` has a migration of its state. */
  isMigrated?: boolean;
  /** Ids that the group `imported` imports. */
  adopts?: OfEachKind<string>;
  /** Whether the native provider serves the resources. */
  isNative: boolean;
  /** File to which each call of a hook appends a line. */
  log: string;
}

/** Properties whose changes the group `hidden` hides. */
const hidden: OfEachKind<string[]> = {
  "cdn.RuleTemplate": ["weight"],
  "kubernetes.Cluster": ["autoscalerConfig"],
  "reservations.Reservation": ["onDelete"],
  "edge.AppTemplate": ["shortDescr"],
};

export const hookNames = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete"];

export function engineProgram({
  groups,
  changed = [],
  isStopped = false,
  isMigrated = false,
  adopts,
  isNative,
  log,
}: EngineProgram): void {
  const served = isNative ? native : dynamic;
  // Registered even when no resource uses them any more: the engine calls the hooks of a deletion by name.
  const hooks = Object.fromEntries(
    hookNames.map((name) => [
      name,
      [new pulumi.ResourceHook(name, ({ name: resource }) => appendFileSync(log, `${name} ${resource}\n`))],
    ]),
  );
  const stop = new pulumi.ResourceHook("stop", () => {
    if (isStopped) throw new Error("The hook stops it.");
  });
  const again = new pulumi.ErrorHook("again", () => true);
  const mapped = () => {
    const provider = { baseUrl: process.env.CLOUDPLATFORM_BASE_URL ?? "", apiKey: "local" };
    return new served.Provider("mapped", provider, { envVarMappings: { TEAM_API_KEY: "CLOUDPLATFORM_API_KEY" } });
  };
  const options: Readonly<Record<string, () => pulumi.CustomResourceOptions>> = {
    hooked: () => ({ hooks }),
    stops: () => ({ hooks: { beforeUpdate: [stop] } }),
    mapped: () => ({ provider: mapped() }),
    protected: () => ({ protect: true }),
    retried: () => ({ hooks: { onError: [again] } }),
  };
  for (const name of groups) {
    const allowed: Changes = name.endsWith("allowed") ? { "reservations.Reservation": { allowReplacement: true } } : {};
    const own = options[name]?.() ?? {};
    declareGroup({
      name,
      served,
      change: changed.includes(name) ? inPlace : allowed,
      options:
        name === "hidden"
          ? (kind) => ({ hideDiffs: hidden[kind], ...(isMigrated && { stateMigrations: [() => undefined] }) })
          : name === "imported" && adopts !== undefined
            ? (kind) => ({ import: adopts[kind] })
            : own,
    });
  }
}
