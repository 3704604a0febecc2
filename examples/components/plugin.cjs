// What Pulumi starts for programs in other languages. It compiles the TypeScript that a plugin requires; Node.js loads what is imported.
const { componentProviderHost } = require("@pulumi/pulumi/provider/experimental");

module.exports = import("./index.ts").then((components) =>
  componentProviderHost({
    ...{ name: "example-components", namespace: "cloudplatform", dirname: __dirname },
    components: Object.values(components),
  }),
);
