import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const appTemplateParamName = limitRule({
  name: "app-template-param-name",
  on: "edge.AppTemplate",
  what: "the name of an app template's parameter",
  of: (value) =>
    value
      .get("params")
      .elements()
      .map((param) => param.get("name")),
  measure: "length",
  bounds: limits.edge.templateParamNameLength,
  reference: "companion §5.2",
});
