import { type Changes, declareGroup, secretOutputs } from "../resources.ts";

/** A program with one group of resources for each command; what differs between runs. */
export interface CommandsProgram {
  /** Groups that are declared. */
  groups: readonly string[];
  /** Groups whose values are others than at first; they change in place. */
  changed?: readonly string[];
  /** Names in the program, where they are not those of the groups. */
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
        // So that each kind of resource has a secret in the state.
        additionalSecretOutputs: name === "rename" ? secretOutputs[kind] : [],
      }),
    });
  }
}
