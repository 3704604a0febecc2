import type { Kind } from "./resources.ts";

/**
 * One row of the table of compatibility: a resource option or a command. The tests check it for every resource, and
 * `docs/compatibility.md` is printed from it.
 */
export interface Row {
  /** The option or the command, as the user writes it; Markdown. */
  readonly title: string;
  /** What the tests check for every resource. */
  readonly holds: string;
  /** What a resource does in its own way. */
  readonly own?: Partial<Record<Kind, string>>;
  /** Pulumi refuses it, and `holds` says how. */
  readonly isRefused?: true;
  /** Where Pulumi itself sets a limit, and the way around it. */
  readonly limit?: string;
}

const reservationReplacement =
  "Only with `allowReplacement: true`, and then it is cancelled before the other one is bought. Without it nothing is bought or cancelled: the run says why.";
const waitsForNothing =
  "It has no effect, and a warning says so: operations wait for the responses to their requests only, which have time limits of their own.";
const clusterReplacement = "The old cluster is always deleted first, because its name is its address.";

/** Options of a resource. */
export const optionRows = {
  parent: {
    title: "`parent`",
    holds: "Children of a component, and of a component in a component, are created once; the next preview is empty.",
  },
  dependsOn: {
    title: "`dependsOn`",
    holds: "Resources and components can be named. Requests go out after those of what they depend on.",
  },
  aliases: {
    title: "`aliases`",
    holds:
      "A resource that gets another name or another parent keeps its object. Nothing but the state changes, and the old name can be declared again with an object of its own.",
  },
  protect: {
    title: "`protect`",
    holds: "`pulumi destroy` fails, and no request for a protected object is sent.",
  },
  retainOnDelete: {
    title: "`retainOnDelete`",
    holds: "A resource that is removed from the program leaves the state; its object stays on the platform.",
    own: { "reservations.Reservation": 'It stays and costs what was agreed, as with `onDelete: "abandon"`.' },
  },
  deletedWith: {
    title: "`deletedWith`",
    holds: "No deletion is sent when the named resource is deleted in the same run; the resource leaves the state.",
    limit:
      "Pulumi takes for granted that the platform deletes the object with the other one. The platform has no object that contains another of these four: they stay on the platform.",
  },
  ignoreTop: {
    title: '`ignoreChanges: ["rule"]`',
    holds: "Another value of a top-level property changes nothing, also where it would replace the resource.",
  },
  ignoreNested: {
    title: '`ignoreChanges: ["cni.provider"]`, `["params[*].descr"]`',
    holds: "Another value of a nested property changes nothing, also where it would replace the resource.",
  },
  ignoreIndex: {
    title: '`ignoreChanges: ["pools[0].minNodeCount"]`',
    holds: "The index is that of the program's list. Other elements of the list change as declared.",
  },
  replaceOnChanges: {
    title: "`replaceOnChanges`",
    holds: "A change of a named property replaces the resource: one object before, one after, under a new id.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
    limit: "Pulumi does not apply `ignoreChanges` to a resource that it replaces.",
  },
  deleteBeforeReplace: {
    title: "`deleteBeforeReplace`",
    holds: "A replacement deletes the old object before it creates the new one.",
    own: { "reservations.Reservation": reservationReplacement },
  },
  replaceWith: {
    title: "`replaceWith`",
    holds: "When the named resource is replaced, this one is, too: one object before, one after, under a new id.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  replacementTrigger: {
    title: "`replacementTrigger`",
    holds: "Another value replaces the resource: one object before, one after, under a new id.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  provider: {
    title: "`provider`",
    holds:
      "A resource of an explicit provider is created once, with the settings of that provider; the next preview is empty.",
  },
  additionalSecretOutputs: {
    title: "`additionalSecretOutputs`",
    holds: "The named outputs are encrypted in the state.",
    limit:
      "Pulumi encrypts outputs only. An input of the same name stays in clear in the state; write `pulumi.secret(...)` around its value. An `id` cannot be a secret.",
  },
  customTimeouts: {
    title: "`customTimeouts`",
    holds: "An operation waits for its tasks as long as the option says. The input `timeouts` goes before it.",
    own: {
      "cdn.RuleTemplate": waitsForNothing,
      "reservations.Reservation": waitsForNothing,
      "edge.AppTemplate": waitsForNothing,
    },
  },
  import: {
    title: "`import`",
    holds: "An existing object is adopted as it is: no request but reads. The next preview is empty.",
    limit:
      "Pulumi's own import asks for a provider plugin, which a dynamic resource does not have: the option is turned into an adoption before Pulumi sees it. A preview therefore shows a creation, with a line that says what is adopted.",
  },
  get: {
    title: "`.get`",
    holds:
      "The outputs of an existing object are read. The object does not belong to the stack: no run changes or deletes it.",
  },
  transforms: {
    title: "`transforms`, `transformations`",
    holds: "What a transform sets, on the resource or inherited from its parent, reaches the platform.",
  },
  stackReference: {
    title: "`StackReference`",
    holds: "Outputs of another stack can be inputs. The next preview is empty.",
  },
} as const satisfies Record<string, Row>;

export type OptionRow = keyof typeof optionRows;

/** Commands of the CLI. */
export const commandRows = {
  target: {
    title: "`pulumi up --target <urn>`",
    holds: "Only the named resources change. The others wait, unchanged, for the next run.",
  },
  exclude: {
    title: "`pulumi up --exclude <urn>`",
    holds: "All resources change but the named ones, which wait, unchanged, for the next run.",
  },
  plan: {
    title: "`pulumi preview --save-plan`, `pulumi up --plan`",
    holds: "A plan with creations and updates is carried out as it was saved, also later; the next preview is empty.",
    limit: "Update plans are an experiment of Pulumi's: set `PULUMI_EXPERIMENTAL=true`.",
  },
  replace: {
    title: "`pulumi up --replace <urn>`",
    holds: "One object before, one after; the old one is deleted.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  taint: {
    title: "`pulumi state taint`",
    holds: "The next `pulumi up` replaces the resource, as `--replace` does.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  refreshPreview: {
    title: "`pulumi refresh --preview-only`",
    holds: "Shows what somebody else has changed, and changes neither the state nor the platform.",
  },
  upRefresh: {
    title: "`pulumi up --refresh`",
    holds: "Notices what somebody else has changed, and restores what the program declares.",
    own: {
      "reservations.Reservation": "The new status is shown as an output. Nothing is bought, cancelled or changed.",
    },
  },
  stateRename: {
    title: "`pulumi state rename`",
    holds: "A program with the new name keeps the object; the next preview is empty.",
  },
  stateMove: {
    title: "`pulumi state move`",
    holds: "The object belongs to the other stack: the next preview of both stacks is empty.",
  },
  exportImport: {
    title: "`pulumi stack export`, `pulumi stack import`",
    holds: "A stack that was lost and is restored from an export keeps its objects; the next preview is empty.",
  },
  stackRename: {
    title: "`pulumi stack rename`",
    holds: "All objects stay with the stack under its new name; the next preview is empty.",
  },
  secretsProvider: {
    title: "`pulumi stack change-secrets-provider`",
    holds: "Secrets are encrypted again and nothing else changes; the next preview is empty.",
  },
  destroyExcludeProtected: {
    title: "`pulumi destroy --exclude-protected`",
    holds:
      "Deletes everything but what is protected, also after the stack and its resources were renamed; what moved to another stack stays.",
  },
  pulumiImport: {
    title: "`pulumi import`",
    isRefused: true,
    holds: "Stops with an error before anything is read or written; the state stays as it was.",
    limit:
      "Pulumi imports only resources of a provider plugin, and ends in a stack trace for dynamic ones (`code must be a string, not undefined`). `cloudplatform adopt` prints the program and writes an import file for `pulumi import --file`; the option `import` adopts one object.",
  },
} as const satisfies Record<string, Row>;

export type CommandRow = keyof typeof commandRows;

/** Ways to use the Automation API. */
export const automationRows = {
  local: {
    title: "Local program (`workDir`)",
    holds: "`up`, an empty preview, `refresh` and `destroy` of a program in a folder.",
  },
  inline: {
    title: "Inline program",
    holds:
      "The same for a program that is a function. Records of creations are in the program's folder, where the next run finds them.",
    limit:
      "The resources run in a separate process, which loads `@cloudplatform/pulumi` from the working directory. Without `workDir` Pulumi uses an empty temporary folder: name the folder of your package.",
  },
} as const satisfies Record<string, Row>;
