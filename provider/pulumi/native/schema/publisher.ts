/**
 * Who publishes the provider, and where: the addresses of a publisher stand here and nowhere else. The registry, the SDKs and the
 * engine, which downloads the plugin, read them from the schema.
 */
export const publisher = {
  publisher: "Cloud Platform",
  homepage: "https://cloudplatform.example",
  /** Where the SDK for Go is: its import path begins with it. */
  repository: "https://cloudplatform.example",
  // No logoUrl before a logo is somewhere, without which there is no release: who generates the SDK for .NET downloads it, or Pulumi's
  // where the schema names none.
  attribution: "This provider is maintained by its publisher, and not by Pulumi.",
  /** Where `npm run release` has its files put; the engine adds their names. */
  pluginDownloadURL: "https://cloudplatform.example/plugins",
} as const;

/** Names of the packages in each language. */
export const languages = {
  nodejs: { packageName: "@cloudplatform/pulumi-sdk", respectSchemaVersion: true },
  python: { packageName: "pulumi_cloudplatform", respectSchemaVersion: true, pyproject: { enabled: true } },
  go: {
    importBasePath: "cloudplatform.example/sdk/go/cloudplatform",
    rootPackageName: "cloudplatform",
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  csharp: { rootNamespace: "CloudPlatform", packageReferences: { Pulumi: "3.*" }, respectSchemaVersion: true },
  // The default base package: with another one, Pulumi's examples in Java import names of both.
  java: { buildFiles: "gradle", dependencies: { "com.pulumi:pulumi": "1.0.0" } },
} as const;
