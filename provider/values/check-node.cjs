"use strict";
// The first file of the package that runs, on any version of Node: nothing here may need a recent one.
const { name, engines } = require("../package.json");
const numbers = (version) =>
  version
    .replace(/[^\d.]/g, "")
    .split(".")
    .map(Number);
const [major, minor] = numbers(engines.node);
const [ownMajor, ownMinor] = numbers(process.versions.node);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  const error = new Error(
    `${name} needs Node.js ${major}.${minor} or later; this is ${process.version} (${process.execPath}). Install a newer Node.js, or put one first on the PATH.`,
  );
  // Pulumi prints an error with this mark without its stack.
  error.__pulumiRunError = true;
  throw error;
}
