/** What only one of the two providers can do. All other behaviour is shared: suites and campaigns run for both. */
export interface Difference {
  what: string;
  dynamic: string;
  native: string;
  why: string;
  /** A test file, and a text in it: the name of the test, or what it expects. */
  shownBy: readonly [file: string, text: string];
}

export const providerDifferences: readonly Difference[] = [
  {
    what: "Programs in Python, Go and other languages",
    dynamic: "no",
    native: "yes, with an SDK from the schema",
    why: "the dynamic provider is a part of Pulumi's Node.js SDK",
    shownBy: ["test/native/sdk.test.ts", "each SDK has every resource and lookup"],
  },
  {
    what: "Use without a plugin",
    dynamic: "yes",
    native: "no",
    why: "Pulumi starts the dynamic provider from the npm package, a native one from an executable",
    shownBy: ["test/e2e/package.process.test.ts", "require and import give one and the same package"],
  },
  {
    what: "`pulumi import`, `pulumi package get-schema`",
    dynamic: "no: [`cloudplatform adopt`](adoption.md)",
    native: "yes",
    why: "the engine has no code and no schema of a dynamic resource before a program runs ([pulumi#3550](https://github.com/pulumi/pulumi/issues/3550))",
    shownBy: ["test/native/cli.test.ts", "explicit providers, customTimeouts, --target, import and Ctrl-C"],
  },
  {
    what: "Option `import` where the program differs from the object",
    dynamic: "refused; the message names each difference",
    native: "imported, then updated; the preview shows both",
    why: "the dynamic provider adopts when it creates, and refuses to change; a native import is the engine's own",
    shownBy: ["test/e2e/adoption.test.ts", "names each difference at preview and adopts nothing"],
  },
  {
    what: "Option `import` where the program marks inputs as secret",
    dynamic: "secret",
    native: "secret in TypeScript; in other languages in clear until the next refresh",
    why: "the engine reads an object that it imports before it shows the provider any input; the npm package tells the plugin where the secrets are",
    shownBy: ["test/e2e/secrets-planted.ts", 'run("imports"'],
  },
  {
    what: "Which property replaces a resource, in the diff of a preview",
    dynamic: "compared by the engine",
    native: "reported by the provider, for each property",
    why: "the protocol of dynamic providers has no detailed diff",
    shownBy: ["test/native/resources.test.ts", "names each property that is added, changed and removed"],
  },
  {
    what: "Outputs in the preview of an update",
    dynamic: "inputs only",
    native: "also ids that never change; the rest is shown as unknown",
    why: "the engine does not ask a dynamic provider for the outputs of a preview",
    shownBy: ["test/native/resources.test.ts", "of an update knows the ids that never change"],
  },
  {
    what: "`--replace` of a cluster or secret",
    dynamic: "deletes the old one first",
    native:
      "the same in TypeScript; other languages need the option `delete_before_replace`, else the second one of the name is refused",
    why: "the engine replaces without a question to the provider; the class of the npm package sets the option",
    shownBy: ["test/native/resources.test.ts", "of a cluster says what replaces, and that the old one goes first"],
  },
];

/** The table of the documentation. */
export function differencesTable(): string {
  const rows = providerDifferences.map(
    ({ what, dynamic, native, why }) => `| ${what} | ${dynamic} | ${native} | ${why} |`,
  );
  return ["| | Dynamic | Native | Why |", "|---|---|---|---|", ...rows].join("\n");
}
