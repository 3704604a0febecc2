import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const appTemplateShortDescription = limitRule({
  name: "app-template-short-description",
  on: "edge.AppTemplate",
  what: "the short description of an app template",
  of: (value) => [value.get("shortDescr")],
  measure: "length",
  bounds: limits.edge.templateShortDescrLength,
  reference: "companion §5.2",
});
