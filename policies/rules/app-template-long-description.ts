import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const appTemplateLongDescription = limitRule({
  name: "app-template-long-description",
  on: "edge.AppTemplate",
  what: "the long description of an app template",
  of: (value) => [value.get("longDescr")],
  measure: "length",
  bounds: limits.edge.templateLongDescrLength,
  reference: "companion §5.2",
});
