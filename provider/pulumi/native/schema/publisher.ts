/**
 * Who publishes the provider, and where. The publisher's addresses are only here: the registry, the SDKs and the engine, which
 * downloads the plugin, read them from the schema.
 */
export const publisher = {
  publisher: "Cloud Platform",
  homepage: "https://cloudplatform.example",
  /** Repository of the Go SDK, whose import path begins with it. */
  repository: "https://cloudplatform.example",
  // There is no logoUrl until a logo is published, which a release requires: generating the SDK for .NET downloads it, or
  // Pulumi's logo if the schema names none.
  attribution: "This provider is maintained by its publisher, and not by Pulumi.",
  /** Where the files of `npm run release` are uploaded; the engine appends their names. */
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
  // The default base package: with another one, Pulumi's Java examples import names from both.
  java: { buildFiles: "gradle", dependencies: { "com.pulumi:pulumi": "1.0.0" } },
} as const;
