const { PolicyPack } = require("@pulumi/policy");

new PolicyPack("empty", { policies: [] });
