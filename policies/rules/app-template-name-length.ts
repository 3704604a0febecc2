import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const appTemplateNameLength = limitRule({
  name: "app-template-name-length",
  on: "edge.AppTemplate",
  what: "the name of an app template",
  of: (value) => [value.get("name")],
  measure: "length",
  bounds: limits.edge.templateNameLength,
  reference: "companion §5.2",
});
