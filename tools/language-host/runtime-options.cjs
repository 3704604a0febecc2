"use strict";
// `runtime.options` of a Pulumi.yaml, PulumiPolicy.yaml or PulumiPlugin.yaml, and what follows from them.

const TYPES = {
  typescript: "boolean",
  tsconfig: "string",
  nodeargs: "string",
  packagemanager: "string",
  production: "boolean",
};
const PACKAGE_MANAGERS = ["auto", "npm", "yarn", "pnpm", "bun"];

/** The options of a request's ProgramInfo. Throws with the option's name where one has the wrong type. */
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

/** What `@pulumi/pulumi/cmd/run` and its sisters read from the environment. */
function optionsEnvironment(options) {
  const env = {};
  if (options.typescript) env.PULUMI_NODEJS_TYPESCRIPT = "true";
  if (options.tsconfig) env.PULUMI_NODEJS_TSCONFIG_PATH = options.tsconfig;
  return env;
}

/** Splits like a shell: blanks separate, single and double quotes hold together. */
function splitArguments(text) {
  const words = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) =>
      double === undefined ? (single ?? escaped) : double.replace(/\\(.)/g, "$1"),
    ),
  );
}

module.exports = { readOptions, optionsEnvironment, splitArguments };
