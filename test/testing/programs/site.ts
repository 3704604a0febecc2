import { cdn } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

export const images = new cdn.RuleTemplate("images", {
  rule: "/images/.*",
  ruleType: 0,
  weight: config.getNumber("weight"),
});
