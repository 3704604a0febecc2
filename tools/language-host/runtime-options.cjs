"use strict";
// Reads `runtime.options` of a Pulumi.yaml, PulumiPolicy.yaml or PulumiPlugin.yaml.

const TYPES = {
  typescript: "boolean",
  tsconfig: "string",
  nodeargs: "string",
  packagemanager: "string",
  production: "boolean",
};
const PACKAGE_MANAGERS = ["auto", "npm", "yarn", "pnpm", "bun"];

/** The options in a request's ProgramInfo. Throws with the name of an option that has the wrong type. */
function readOptions(info) {
  const given = info.getOptions()?.toJavaScript() ?? {};
  for (const [name, type] of Object.entries(TYPES)) {
    if (given[name] !== undefined && typeof given[name] !== type) {
      throw new Error(`runtime option "${name}" must be a ${type}, but is ${JSON.stringify(given[name])}`);
    }
  }
  const packageManager = given.packagemanager ?? "auto";
  if (!PACKAGE_MANAGERS.includes(packageManager)) {
    const names = PACKAGE_MANAGERS.join(", ");
    throw new Error(`runtime option "packagemanager" must be one of ${names}, but is "${packageManager}"`);
  }
  return {
    typescript: given.typescript ?? true,
    tsconfig: given.tsconfig ?? "",
    nodeArgs: splitArguments(given.nodeargs ?? ""),
    packageManager,
    production: given.production ?? false,
  };
}

/** Environment variables of `@pulumi/pulumi/cmd/run` and the other runners. */
function optionsEnvironment(options) {
  const env = {};
  if (options.typescript) env.PULUMI_NODEJS_TYPESCRIPT = "true";
  if (options.tsconfig) env.PULUMI_NODEJS_TSCONFIG_PATH = options.tsconfig;
  return env;
}

/** Splits like a shell: at blanks, except within single and double quotes. */
function splitArguments(text) {
  const words = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) =>
      double === undefined ? (single ?? escaped) : double.replace(/\\(.)/g, "$1"),
    ),
  );
}

module.exports = { readOptions, optionsEnvironment, splitArguments };
