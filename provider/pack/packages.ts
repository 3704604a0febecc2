import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Name of the native plugin's executable, by which the engine finds it. */
export const executable = "pulumi-resource-cloudplatform";

/** The plugin's single JavaScript file. */
export const pluginFile = `${executable}.cjs`;

/** How a workspace becomes an installable package. */
export interface PackedPackage {
  folder: string;
  /**
   * Entry points for programs by subpath, each with its source. Other exports of the workspace (`@cloudplatform/pulumi/api`,
   * `/engine`) are for our own packages: their types are zod's.
   */
  entries: Readonly<Record<string, string>>;
  /** Commands, each with the module that runs it: a source, or a prebuilt file. */
  commands: Readonly<Record<string, string>>;
  /** Keeps one file per source file instead of a few bundles, for modules that read files beside them. */
  keepsModules?: boolean;
  /** Entry points of other packages that the code loads if they are installed: optional peers. */
  outside?: readonly string[];
  /**
   * Packages to bundle: as installed, zod is a hundred files with the messages of all languages, a third of the time of an
   * import.
   */
  includes?: readonly string[];
  /** Packages whose files the code reads instead of importing them. */
  reads?: readonly string[];
  /** Folders and files of the checkout to copy to the same path; only the Markdown of a folder. */
  documents?: readonly string[];
  /** Executable of the native provider, in the folder `plugin`. */
  plugin?: string;
  /** Main file of the folder, if that is not the entry point `index`. */
  main?: string;
}

export const packages: readonly PackedPackage[] = [
  {
    folder: "provider",
    entries: {
      index: "index.ts",
      client: "client/index.ts",
      "cluster-price": "functions/cluster-price.ts",
      errors: "errors/index.ts",
      lookups: "functions/index.ts",
      handlers: "pulumi/dynamic/handlers.ts",
      native: "pulumi/program/native/index.ts",
      testing: "testing/index.ts",
    },
    // Loaded by the testing kit, and by `cloudplatform mcp`.
    outside: [
      "@cloudplatform/emulator/in-process",
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
    ],
    // Served by `cloudplatform mcp`, and found by assistants beside the code.
    documents: ["docs", "policies/rules.md"],
    commands: { cloudplatform: "cli/main.ts" },
    includes: ["zod"],
    plugin: executable,
  },
  {
    folder: "emulator",
    entries: { index: "index.ts", "in-process": "in-process.ts" },
    commands: { "cloudplatform-emulator": "cli.ts" },
    keepsModules: true,
    includes: ["zod"],
    // Loaded by the console's page.
    reads: ["htm", "preact"],
  },
  {
    folder: "policies",
    entries: { index: "index.ts", config: "config/index.ts", cli: "cli/index.ts", pack: "start.ts" },
    // Loaded for the first price of a cluster.
    outside: ["@cloudplatform/pulumi/client", "@cloudplatform/pulumi/cluster-price"],
    commands: { "cloudplatform-policy": "dist/cli.mjs" },
    // Pulumi starts the folder as a policy pack with its main file.
    main: "./dist/index.cjs",
  },
];
