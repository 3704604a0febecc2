/** A difference between the two providers. All other behaviour is shared: suites and campaigns run for both. */
export interface Difference {
  what: string;
  dynamic: string;
  native: string;
  /** A test file and a string in it: the test's name or an expectation. */
  shownBy: readonly [file: string, text: string];
}

export const providerDifferences: readonly Difference[] = [
  {
    what: "Python, Go and other languages",
    dynamic: "no",
    native: "yes, with a generated SDK",
    shownBy: ["test/native/sdk.test.ts", "each SDK has every resource and lookup"],
  },
  {
    what: "Works without a plugin",
    dynamic: "yes",
    native: "no",
    shownBy: ["test/e2e/package.process.test.ts", "require and import return the same package"],
  },
  {
    what: "`pulumi import`, `pulumi package get-schema`",
    // The engine has neither code nor schema for a dynamic resource until a program runs (pulumi#3550).
    dynamic: "no: use [`cloudplatform adopt`](adoption.md)",
    native: "yes",
    shownBy: ["test/native/cli.test.ts", "explicit providers, customTimeouts, --target, import and Ctrl-C"],
  },
  {
    what: "Option `import` when program and object differ",
    // The dynamic provider adopts during create, which must not change the object. A native import is a step of the engine.
    dynamic: "fails and names each difference",
    native: "imports, then updates; the preview shows both",
    shownBy: ["test/e2e/adoption.test.ts", "names each difference at preview and adopts nothing"],
  },
  {
    what: "Option `import` with secret inputs",
    dynamic: "secret in state",
    // The engine reads an imported object before it sends the provider any inputs. The npm package tells the plugin which are secret.
    native: "secret in state from TypeScript; **in clear text until the next refresh** from other languages",
    shownBy: ["test/e2e/secrets-planted.ts", 'run("imports"'],
  },
  {
    what: "Properties that cause a replacement, in a preview's diff",
    // The dynamic provider protocol has no detailed diff.
    dynamic: "as the engine compares them",
    native: "exact, for each property",
    shownBy: ["test/native/resources.test.ts", "names each property that is added, changed and removed"],
  },
  {
    what: "Outputs in the preview of an update",
    // The engine does not ask dynamic providers for preview outputs.
    dynamic: "inputs only",
    native: "also ids that never change; others are unknown",
    shownBy: ["test/native/resources.test.ts", "of an update knows the ids that never change"],
  },
  {
    what: "`--replace` of a cluster or secret",
    dynamic: "deletes the old one first",
    // The engine replaces without asking the provider. The resource class of the npm package sets the option.
    native: "the same from TypeScript; other languages need `delete_before_replace`, or the create is refused",
    shownBy: [
      "test/native/resources.test.ts",
      "of a cluster names the replacing properties, and deletes the old cluster first",
    ],
  },
];

/** Returns the table for the documentation. */
export function differencesTable(): string {
  const rows = providerDifferences.map(({ what, dynamic, native }) => `| ${what} | ${dynamic} | ${native} |`);
  return ["| | Dynamic | Native |", "|---|---|---|", ...rows].join("\n");
}
