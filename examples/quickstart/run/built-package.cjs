"use strict";
// Makes Pulumi's Node.js processes load `@cloudplatform/pulumi` from the built package in the folder QUICKSTART_PACKAGE.
const { existsSync } = require("node:fs");
const { registerHooks } = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const folder = process.env.QUICKSTART_PACKAGE ?? "";

registerHooks({
  resolve(specifier, context, next) {
    const [isOurs, entry = "index"] = /^@cloudplatform\/pulumi(?:\/([\w-]+))?$/.exec(specifier) ?? [];
    if (!isOurs || !existsSync(join(folder, `${entry}.js`))) return next(specifier, context);
    if (context.conditions.includes("require")) return next(join(folder, `${entry}.js`), context);
    return next(pathToFileURL(join(folder, `${entry}.mjs`)).href, context);
  },
});
