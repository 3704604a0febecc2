// Entry point of the plugin, which Pulumi starts for programs in other languages. Pulumi compiles TypeScript that a plugin
// requires; Node.js loads TypeScript that it imports.
const { componentProviderHost } = require("@pulumi/pulumi/provider/experimental");

module.exports = import("./index.ts").then((components) =>
  componentProviderHost({
    ...{ name: "example-components", namespace: "cloudplatform", dirname: __dirname },
    components: Object.values(components),
  }),
);
