import type { ErrorTable } from "./entry.ts";

/** Errors of one kind of resource. The second digit is that of the area. */
export const resourceErrors = {
  CP2201: {
    title: "A rule template has an invalid pattern or option",
    cause: "A regular expression is invalid or exponential, or options contradict each other.",
    remedy: "Correct what the message names.",
  },
  CP2202: {
    title: "A rule template belongs to the platform",
    cause: "System templates (`default: true`) cannot be changed.",
    remedy: "Declare your own template with the same rule.",
  },
  CP2203: {
    title: "Some rules of a rule set are not as declared",
    cause: "The platform rejected a rule, or the run was interrupted.",
    remedy: "Correct the cause that the message names and run `pulumi up` again: it continues.",
  },
  CP2301: {
    title: "The Kubernetes version is not offered",
    cause: "The platform does not offer it for new clusters, or not as an upgrade of this one.",
    remedy: "Choose a version that the message lists.",
  },
  CP2302: {
    title: "The Kubernetes version is not reachable in one step",
    cause: "An upgrade can raise the version by one minor version; a downgrade can lower it by one patch version.",
    remedy: "Upgrade in several steps.",
  },
  CP2303: {
    title: "The region does not offer the flavor",
    remedy: "Choose a flavor that the message lists.",
  },
  CP2304: {
    title: "The only pool of a cluster cannot be recreated",
    cause: "The change needs a new pool, and a cluster always needs one.",
    remedy: "Rename the pool: the new one is added before the old one is removed.",
  },
  CP2305: {
    title: "Two resources declare the same cluster",
    cause: "Project, region and name identify a cluster.",
    remedy: "Rename one of them.",
  },
  CP2306: {
    title: "The name of the cluster is taken",
    cause: "A cluster has it that this resource did not create.",
    remedy:
      "If a resource of this stack has the cluster under an earlier name, set the option `aliases`. If another stack has it, move it with `pulumi state move`. If none has it, import it. Or choose another name.",
  },
  CP2307: {
    title: "The cluster on the platform is a different one",
    cause:
      "The cluster was deleted and another one was created with its name, or reads still return the previous cluster of that name.",
    remedy:
      "Run again after a minute. If the error stays, run `pulumi state delete` and import the new one, or choose another name.",
  },
  CP2308: {
    title: "Creating a cluster failed, and no cluster exists",
    remedy: "Remove the cause that the message names, then run `pulumi up` again.",
  },
  CP2309: {
    title: "Creating a cluster did not finish",
    cause: "The cluster is kept in state.",
    remedy: "Run `pulumi up` again: it continues with the same cluster.",
  },
  CP2310: {
    title: "Updating a cluster stopped between steps",
    cause: "Finished steps are in state.",
    remedy: "Run `pulumi up` again: it continues with the rest.",
  },
  CP2311: {
    title: "A field of the cluster that cannot change differs",
    cause: "It was changed outside Pulumi, or the cluster was created again.",
    remedy: "Run `pulumi refresh`; the next preview shows the replacement.",
  },
  CP2312: {
    title: "The platform accepts a request without effect",
    cause: "The cluster does not show an upgrade, change or deletion that it repeatedly accepted.",
    remedy: "Check the cluster and its tasks on the platform, then run again.",
  },
  CP2313: {
    title: "Deleting a cluster did not finish",
    cause: "It stays in state.",
    remedy: "Run the same command again.",
  },
  CP2314: {
    title: "An interrupted run may have created a cluster with another name",
    remedy: "Restore the name in the program and run `pulumi up`, or delete the cluster on the platform.",
  },
  CP2315: {
    title: "The cluster of that name is not the requested one",
    cause: "The response was lost, and the existing cluster differs.",
    remedy: "Declare the cluster with its current values and import it, or choose another name.",
  },
  CP2316: {
    title: "A cluster has no project or region in state",
    remedy: "Run `pulumi refresh`: it reads them from the id.",
  },
  CP2317: {
    title: "A cluster does not fit into the quotas",
    remedy: "Declare fewer or smaller nodes, delete what you don't need, or request a higher quota.",
  },
  CP2401: {
    title: "A change would buy a reservation again",
    cause: "Every change, even to a value that is unknown at preview, replaces the reservation.",
    remedy: "Declare the new one under another name, or set `allowReplacement`.",
  },
  CP2402: {
    title: "The price of a reservation is not confirmed",
    cause: "`confirmCommitment` is required, or differs from the platform's price.",
    remedy: "If you agree to the price in the message, set `confirmCommitment` to it.",
  },
  CP2403: {
    title: "A reservation would be bought a second time",
    cause: "An identical one has not ended.",
    remedy:
      "Set the option `aliases` if the resource was renamed, import it, or set `allowDuplicate: true` to buy another.",
  },
  CP2404: {
    title: "An interrupted run may have bought another reservation",
    cause: "A reservation that was created since then differs from the program.",
    remedy: "Import it, cancel it while it is `CREATED`, or remove the record that the message names.",
  },
  CP2405: {
    title: "A reservation can no longer be cancelled",
    cause: "Only `CREATED` ones can. You owe the cost of the whole period.",
    remedy: 'Keep it, or set `onDelete: "abandon"`, run `pulumi up`, then delete it.',
  },
  CP2501: {
    title: "An edge app template is shared",
    cause: "Groups use it.",
    remedy: "Set `force: true`, run `pulumi up`, then delete it.",
  },
  CP2502: {
    title: "A slot of a secret has no value",
    cause: "A change sends all slots, and the platform never returns values.",
    remedy: "Declare the values of all slots.",
  },
  CP2503: {
    title: "A secret is in use",
    remedy: "Remove it from the edge apps that use it first.",
  },
  CP2504: {
    title: "The platform rejects the name of a secret",
    cause: "Names are unique in an account.",
    remedy: "Import the existing secret, or choose another name.",
  },
  CP2505: {
    title: "A created secret is not listed",
    remedy: "Run `pulumi up` again: it searches before it sends anything.",
  },
  CP2601: {
    title: "The client of a threshold does not exist",
    cause: "There is no client with this id, or the key has no access to it.",
    remedy: "Correct `clientId`.",
  },
  CP2602: {
    title: "Two resources declare the threshold of one client",
    cause: "A client has one threshold.",
    remedy: "Remove one of them.",
  },
} as const satisfies ErrorTable;
