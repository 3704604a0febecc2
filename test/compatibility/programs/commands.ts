import { type Changes, declareGroup, secretOutputs } from "../resources.ts";

/** A program with one group of resources for each command. The fields differ between runs. */
export interface CommandsProgram {
  /** Groups that are declared. */
  groups: readonly string[];
  /** Groups with values that differ from the first run and change in place. */
  changed?: readonly string[];
  /** Names in the program. Default: the names of the groups. */
  labels?: Record<string, string>;
}

export const inPlace: Changes = {
  "cdn.RuleTemplate": { weight: 6 },
  "kubernetes.Cluster": { autoscalerConfig: { expander: "random" } },
  "reservations.Reservation": { onDelete: "abandon" },
  "edge.AppTemplate": { shortDescr: "second" },
};

export function commandsProgram({ groups, changed = [], labels = {} }: CommandsProgram): void {
  for (const name of groups) {
    const isAllowed: Changes = name.endsWith("allowed")
      ? { "reservations.Reservation": { allowReplacement: true } }
      : {};
    declareGroup({
      name,
      label: labels[name],
      change: changed.includes(name) ? inPlace : isAllowed,
      options: (kind) => ({
        protect: name === "protected",
        // Gives each kind of resource a secret in the state.
        additionalSecretOutputs: name === "rename" ? secretOutputs[kind] : [],
      }),
    });
  }
}
