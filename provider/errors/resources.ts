import type { ErrorTable } from "./entry.ts";

/** What concerns one kind of resource. The second digit is that of the area. */
export const resourceErrors = {
  CP2201: {
    title: "A rule template has an invalid pattern or option",
    cause: "A regular expression is invalid or takes exponential time, or options contradict each other.",
    remedy: "Correct the pattern or option that the message names.",
  },
  CP2202: {
    title: "A rule template belongs to the platform",
    cause: "System templates (`default: true`) cannot be changed.",
    remedy: "Declare a template of your own with the same rule.",
  },
  CP2203: {
    title: "Some rules of a rule set are not as declared",
    cause: "The platform refused a rule, or the run was interrupted; the message has the reasons.",
    remedy: "Correct what the message names and run `pulumi up` again: it continues with the rules that are open.",
  },
  CP2301: {
    title: "The Kubernetes version is not offered",
    cause: "The platform does not offer the version for new clusters, or not as an upgrade of this cluster.",
    remedy: "Choose a version that the message lists; `kubernetes.getVersions` has them too.",
  },
  CP2302: {
    title: "The step between Kubernetes versions is not possible",
    cause: "Clusters go up by one minor version at a time, and down by at most one patch.",
    remedy: "Upgrade in several steps.",
  },
  CP2303: {
    title: "The flavor is not offered",
    cause: "The region does not have the flavor of a pool.",
    remedy: "Choose a flavor that the message lists.",
  },
  CP2304: {
    title: "The only pool of a cluster cannot be recreated",
    cause: "A changed field needs a new pool, and a cluster must always have one.",
    remedy: "Give the pool another name, so that the new one is added before the old one is removed.",
  },
  CP2305: {
    title: "Two resources declare the same cluster",
    cause: "A cluster is identified by project, region and name.",
    remedy: "Give one of them another name.",
  },
  CP2306: {
    title: "The name of the cluster is taken",
    cause: "Project and region have a cluster of this name that the stack does not have in state.",
    remedy: "Adopt it with the option `import`, or choose another name.",
  },
  CP2307: {
    title: "The cluster on the platform is another one",
    cause: "The cluster was deleted, and one with the same name but another UUID was created.",
    remedy: "Remove the old one from the state (`pulumi state delete`) and adopt the new one, or choose another name.",
  },
  CP2308: {
    title: "The creation of a cluster failed, and no cluster exists",
    cause: "A task failed and left nothing behind; the platform's reason is part of the text.",
    remedy: "Remove the cause, then run `pulumi up` again.",
  },
  CP2309: {
    title: "The creation of a cluster did not finish",
    cause: "The cluster exists and is kept in state. The message says what stopped the wait.",
    remedy: "Run `pulumi up` again: it continues with the same cluster.",
  },
  CP2310: {
    title: "The update of a cluster stopped between steps",
    cause: "Finished steps are kept in state. The message says what stopped the update.",
    remedy: "Run `pulumi up` again: it continues with the remaining steps.",
  },
  CP2311: {
    title: "The cluster on the platform differs in a field that cannot change",
    cause: "The field was changed outside of Pulumi, or the cluster was created again.",
    remedy: "Run `pulumi refresh`; the next preview shows the replacement.",
  },
  CP2312: {
    title: "The platform accepts a request without effect",
    cause: "An upgrade, change or deletion was accepted repeatedly, and the cluster does not show it.",
    remedy: "Check the cluster and its tasks on the platform, then run again.",
  },
  CP2313: {
    title: "The deletion of a cluster did not finish",
    cause: "The cluster stays in state. The message says what stopped the deletion.",
    remedy: "Run the same command again.",
  },
  CP2314: {
    title: "An interrupted run may have created a cluster of another name",
    cause: "The name was changed in the program between the runs.",
    remedy: "Restore the name and run `pulumi up`, or delete the cluster on the platform.",
  },
  CP2315: {
    title: "The cluster of that name is not the requested one",
    cause: "The response to the creation was lost, and the cluster that exists has other content.",
    remedy: "Declare it as it is and adopt it, or choose another name.",
  },
  CP2316: {
    title: "A cluster has no project or region",
    cause: "Neither the program nor the settings name them.",
    remedy: "Set `projectId` and `regionId` of the resource, or the settings of the same names.",
  },
  CP2317: {
    title: "A cluster does not fit into the quotas",
    cause: "The platform's own check of limits says that the new pools would exceed a quota of the region.",
    remedy: "Declare fewer or smaller nodes, delete what is not needed, or request a higher quota.",
  },
  CP2401: {
    title: "A change would buy a reservation again",
    cause:
      "A reservation cannot be changed, so that every change replaces it. A value that a preview does not know counts as a change.",
    remedy: "Declare the new one under a further resource name, or permit the replacement with `allowReplacement`.",
  },
  CP2402: {
    title: "The price of a reservation is not confirmed",
    cause: "`confirmCommitment` is missing where it is required, or differs from the platform's price.",
    remedy: "Read the price in the message, and set `confirmCommitment` to it if you agree.",
  },
  CP2403: {
    title: "A reservation would be bought a second time",
    cause: "One with the same name, region, period and resources has not ended.",
    remedy: "Adopt it with the option `import`, or set `allowDuplicate: true`.",
  },
  CP2404: {
    title: "An interrupted run may have bought another reservation",
    cause: "A reservation was created since the interrupted request, and differs from the program.",
    remedy: "Adopt it, cancel it while it is `CREATED`, or remove the record that the message names.",
  },
  CP2405: {
    title: "A reservation can no longer be cancelled",
    cause: "Only `CREATED` ones can. The cost of the whole period stays owed.",
    remedy: 'Keep it, or set `onDelete: "abandon"`, run `pulumi up`, and delete it then.',
  },
  CP2501: {
    title: "An edge app template is shared",
    cause: "A template that groups use is deleted only with `force`.",
    remedy: "Set `force: true`, run `pulumi up`, then delete it.",
  },
  CP2502: {
    title: "A slot of a secret has no value",
    cause: "A change of the slots sends all of them, and the platform never returns a value.",
    remedy: "Declare the values of all slots.",
  },
  CP2503: {
    title: "A secret is in use",
    cause: "Edge apps use it, so that it is not deleted.",
    remedy: "Remove it from the apps first.",
  },
  CP2504: {
    title: "The platform refuses the name of a secret",
    cause: "Names of secrets are unique in an account.",
    remedy: "Adopt the existing one with the option `import`, or choose another name.",
  },
  CP2505: {
    title: "A created secret is not listed",
    cause: "The platform accepted the creation, but neither returned nor lists it.",
    remedy: "Run `pulumi up` again: it searches before anything is sent.",
  },
  CP2601: {
    title: "The client of a threshold does not exist",
    cause: "The platform does not know the client, or the key has no right to it.",
    remedy: "Correct `clientId`.",
  },
  CP2602: {
    title: "Two resources declare the threshold of one client",
    cause: "A client has one threshold.",
    remedy: "Declare one of them only.",
  },
} as const satisfies ErrorTable;
