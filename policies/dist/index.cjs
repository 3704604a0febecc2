"use strict";
// Runs in any Node.js: an old version would fail on the syntax of the pack without giving the reason.
var needed = require("../package.json")
  .engines.node.replace(/[^\d.]/g, "")
  .split(".")
  .map(Number);
var own = process.versions.node.split(".").map(Number);
if (own[0] < needed[0] || (own[0] === needed[0] && own[1] < needed[1])) {
  console.error(
    "The policy pack of @cloudplatform/policies needs Node.js " +
      needed[0] +
      "." +
      needed[1] +
      " or later; this is " +
      process.version +
      " (" +
      process.execPath +
      "). Install a newer Node.js, or put one first on the PATH.",
  );
  process.exit(1);
}
require("./pack.cjs");
