import type { Kind } from "./resources.ts";

/** A resource option or a command. The tests check it for every resource; `docs/compatibility.md` is generated from it. */
export interface Row {
  /** The option or the command, as the user writes it; Markdown. */
  readonly title: string;
  /** What the tests check for every resource. */
  readonly holds: string;
  /** Where a resource behaves differently. */
  readonly own?: Partial<Record<Kind, string>>;
  /** Pulumi refuses it. */
  readonly isRefused?: true;
  /** A limit of Pulumi, and the workaround. */
  readonly limit?: string;
}

const reservationReplacement =
  "Only with `allowReplacement: true`: the old one is cancelled before the new one is bought. Without it the run fails, and nothing is bought or cancelled; only `replaceWith` with `--skip-preview` cancels the old one before the run fails.";
const waitsForNothing =
  "No effect, and a warning: there are no tasks to wait for. Elsewhere the input `timeouts` takes precedence.";
const clusterReplacement = "The old cluster is always deleted first, because its name must be free.";

/** Options of a resource. */
export const optionRows = {
  parent: {
    title: "`parent`",
    holds: "Children of components, also nested ones, are created once.",
  },
  dependsOn: {
    title: "`dependsOn`",
    holds: "A resource is created after the resources and components that it depends on.",
  },
  aliases: {
    title: "`aliases`",
    holds:
      "A resource with a new name or parent keeps its object; only the state changes. The old name can be declared again, with a new object.",
  },
  protect: {
    title: "`protect`",
    holds: "`pulumi destroy` fails; nothing is sent for a protected object.",
  },
  retainOnDelete: {
    title: "`retainOnDelete`",
    holds: "A resource removed from the program leaves the state; its object stays on the platform.",
    own: {
      "kubernetes.Cluster":
        "A replacement under the same name fails at preview, because the old cluster keeps the name, as with a secret.",
      "reservations.Reservation": 'You still pay for it, as with `onDelete: "abandon"`.',
    },
  },
  deletedWith: {
    title: "`deletedWith`",
    holds: "When the named resource is deleted in the same run, the resource leaves the state and no deletion is sent.",
    limit:
      "Pulumi deletes only the named resource and expects the platform to delete the object with it. The platform does not: the object stays. A warning says so.",
  },
  ignoreTop: {
    title: '`ignoreChanges: ["rule"]`',
    holds: "A new value of a top-level property changes nothing, even where it would replace the resource.",
  },
  ignoreNested: {
    title: '`ignoreChanges: ["cni.provider"]`, `["params[*].descr"]`',
    holds: "The same for a nested property.",
  },
  ignoreIndex: {
    title: '`ignoreChanges: ["pools[0].minNodeCount"]`',
    holds: "The index is that of the program's list; other elements change as declared.",
    limit:
      "Pulumi keeps the old value at the same index. If the run also removes or reorders elements, one gets the ignored value of another, and the preview does not show it: remove the option for that run.",
  },
  replaceOnChanges: {
    title: "`replaceOnChanges`",
    holds: "A change of a named property replaces the resource: one object, with a new id.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
    limit: "Pulumi does not apply `ignoreChanges` to a replacement.",
  },
  deleteBeforeReplace: {
    title: "`deleteBeforeReplace`",
    holds: "The old object is deleted before the new one is created.",
    own: { "reservations.Reservation": reservationReplacement },
  },
  replaceWith: {
    title: "`replaceWith`",
    holds: "The resource is replaced together with the named one.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  replacementTrigger: {
    title: "`replacementTrigger`",
    holds: "A new value replaces the resource.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  provider: {
    title: "`provider`",
    holds: "The resource is created with the settings of that provider.",
  },
  additionalSecretOutputs: {
    title: "`additionalSecretOutputs`",
    holds: "The named outputs are encrypted in state.",
    limit:
      "An input of the same name stays in clear text: wrap its value in `pulumi.secret(...)`. An `id` cannot be a secret.",
  },
  customTimeouts: {
    title: "`customTimeouts`",
    holds: "Limits how long an operation waits for its tasks. The input `timeouts` takes precedence.",
    own: {
      "cdn.RuleTemplate": waitsForNothing,
      "reservations.Reservation": waitsForNothing,
      "edge.AppTemplate": waitsForNothing,
    },
  },
  import: {
    title: "`import`",
    holds: "An existing object is imported unchanged; only reads are sent.",
    limit: "A preview shows a creation, with a line that says what is imported.",
  },
  get: {
    title: "`.get`",
    holds: "Reads the outputs of an existing object, which no run changes or deletes.",
  },
  transforms: {
    title: "`transforms`, `transformations`",
    holds: "What a transform of the resource or its parent sets reaches the platform.",
  },
  stackReference: {
    title: "`StackReference`",
    holds: "Outputs of another stack can be inputs.",
  },
} as const satisfies Record<string, Row>;

export type OptionRow = keyof typeof optionRows;

/** Commands of the CLI. */
export const commandRows = {
  target: {
    title: "`pulumi up --target <urn>`",
    holds: "Only the named resources change.",
  },
  exclude: {
    title: "`pulumi up --exclude <urn>`",
    holds: "All resources but the named ones change.",
  },
  plan: {
    title: "`pulumi preview --save-plan`, `pulumi up --plan`",
    holds: "A plan with creations and updates runs as saved, also later.",
    limit: "Needs `PULUMI_EXPERIMENTAL=true`.",
  },
  replace: {
    title: "`pulumi up --replace <urn>`",
    holds: "Replaces the resource; the old object is deleted.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  taint: {
    title: "`pulumi state taint`",
    holds: "The next `pulumi up` replaces the resource.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  refreshPreview: {
    title: "`pulumi refresh --preview-only`",
    holds: "Shows drift; changes neither state nor platform.",
  },
  upRefresh: {
    title: "`pulumi up --refresh`",
    holds: "Detects drift and restores the declared values.",
    own: {
      "reservations.Reservation": "The new status is an output; nothing is bought, cancelled or changed.",
    },
  },
  stateRename: {
    title: "`pulumi state rename`",
    holds: "A program with the new name keeps the object.",
  },
  stateMove: {
    title: "`pulumi state move`",
    holds: "The object belongs to the other stack; previews of both are empty.",
  },
  exportImport: {
    title: "`pulumi stack export`, `pulumi stack import`",
    holds: "A stack restored from an export keeps its objects.",
  },
  stackRename: {
    title: "`pulumi stack rename`",
    holds: "The stack keeps its objects.",
  },
  secretsProvider: {
    title: "`pulumi stack change-secrets-provider`",
    holds: "Secrets are encrypted again; nothing else changes.",
  },
  destroyExcludeProtected: {
    title: "`pulumi destroy --exclude-protected`",
    holds: "Deletes all but protected resources, also after renames; what moved to another stack stays.",
  },
  pulumiImport: {
    title: "`pulumi import`",
    isRefused: true,
    holds: "It fails before anything is read or written.",
    limit:
      "Fails for dynamic resources (`code must be a string, not undefined`), before anything is read or written. Use the option `import` or [`cloudplatform adopt`](guides/adoption.md).",
  },
} as const satisfies Record<string, Row>;

export type CommandRow = keyof typeof commandRows;

/** Features that the engine has had since 3.200, beside the options and commands above. */
export const engineRows = {
  hooks: {
    title: "`hooks`",
    holds:
      "Each hook is called once for its operation. Where a `before…` hook throws, nothing is sent, and the next run makes up for it.",
    limit:
      "`beforeDelete` and `afterDelete` are called where the program registers them by name; `pulumi destroy` needs `--run-program` for that.",
  },
  onError: {
    title: "`hooks.onError`",
    holds: "A creation that the platform refuses is repeated, and made once.",
  },
  hideDiffs: {
    title: "`hideDiffs`",
    holds: "Changes what previews print, and nothing else: the change is carried out.",
    limit:
      "The text of the preview omits the change, even if it replaces the resource. `cloudplatform review` shows the change.",
  },
  envVarMappings: {
    title: "`envVarMappings`",
    holds: "A resource of an explicit provider with mappings is created once.",
    limit: "No effect on settings: the program reads them. Pass them to the `Provider` as arguments.",
  },
  stateMigrations: {
    title: "`stateMigrations`",
    isRefused: true,
    holds: "The program ends with an error before anything is sent; the state stays as it was.",
    limit:
      "Fails with this release of the CLI (`The Pulumi CLI does not support state migrations`), before anything is sent.",
  },
  continueOnError: {
    title: "`pulumi up --continue-on-error`",
    holds: "Where one resource fails, all that do not depend on it are carried out. The next run does the rest.",
    limit: "Pulumi continues after failed operations. A failed check ends the run, as without the flag.",
  },
  targetReplace: {
    title: "`pulumi up --target-replace <urn>`",
    holds: "One object before, one after; no other resource changes.",
    own: { "kubernetes.Cluster": clusterReplacement, "reservations.Reservation": reservationReplacement },
  },
  ignoreProtect: {
    title: "`pulumi up --ignore-protect`",
    holds: "Without it, a run that would delete what is protected fails. With it, it is deleted.",
    limit: "Deletes protected resources: `protect` does not stop a user who can pass this flag.",
  },
  importPendingCreates: {
    title: "`pulumi refresh --import-pending-creates <urn> <id>`",
    isRefused: true,
    holds: "Nothing is sent and nothing imported; the option `import` keeps the object.",
    limit:
      "Pulumi drops the pending operation and reads nothing. Run `pulumi up`, which finds the object, or import it with the option `import`.",
  },
  clearPendingCreates: {
    title: "`pulumi refresh --clear-pending-creates`",
    holds: "The pending operation of a killed run leaves the state, and the next run creates the object once.",
  },
  destroyPreview: {
    title: "`pulumi destroy --preview-only`",
    holds: "Shows what would be deleted; changes neither state nor platform.",
  },
  refreshRunProgram: {
    title: "`pulumi refresh --run-program`",
    holds:
      "Reads with the settings of the program. The state shows what somebody else has changed; nothing is changed.",
  },
} as const satisfies Record<string, Row>;

/** Ways to use the Automation API. */
export const automationRows = {
  local: {
    title: "Local program (`workDir`)",
    holds: "`up`, `preview`, `refresh` and `destroy` of a program in a folder.",
  },
  inline: {
    title: "Inline program",
    holds: "The same for a function. The create journal is in the program's folder, where the next run finds it.",
    limit:
      "Set `workDir` to the folder of your package: resources run in another process, which loads `@cloudplatform/pulumi` from there.",
  },
} as const satisfies Record<string, Row>;
