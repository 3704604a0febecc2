import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id } from "../field.ts";
import { ruleTemplate, ruleTemplateBody, ruleTemplateList, ruleTemplatePatch } from "./rule-template.ts";

const collection = "/cdn/resources/rule_templates";
const one = `${collection}/{rule_template_id}`;
const params = z.object({ rule_template_id: id.describe("Rule template.") });

export const cdnEndpoints = [
  endpoint({
    id: "ruleTemplates.create",
    area: "cdn",
    method: "POST",
    createsAnother: true,
    path: collection,
    summary: "Create a rule template",
    source: "platform-api §4 #2",
    body: ruleTemplateBody,
    status: 201,
    response: ruleTemplate,
  }),
  endpoint({
    id: "ruleTemplates.list",
    area: "cdn",
    method: "GET",
    path: collection,
    summary: "List rule templates",
    source: "companion §3.1",
    query: z.object({
      limit: z.int().min(1).max(1000).optional().describe("Maximum number of templates in the response."),
      offset: z.int().min(0).optional().describe("Number of templates to skip."),
    }),
    response: ruleTemplateList,
  }),
  endpoint({
    id: "ruleTemplates.get",
    area: "cdn",
    method: "GET",
    path: one,
    summary: "Read a rule template",
    source: "companion §3.1",
    params,
    response: ruleTemplate,
  }),
  endpoint({
    id: "ruleTemplates.replace",
    area: "cdn",
    method: "PUT",
    path: one,
    summary: "Replace a rule template",
    source: "companion §3.1",
    params,
    body: ruleTemplateBody,
    response: ruleTemplate,
  }),
  endpoint({
    id: "ruleTemplates.patch",
    area: "cdn",
    method: "PATCH",
    path: one,
    summary: "Change some fields of a rule template",
    source: "companion §3.1",
    params,
    body: ruleTemplatePatch,
    response: ruleTemplate,
  }),
  endpoint({
    id: "ruleTemplates.delete",
    area: "cdn",
    method: "DELETE",
    path: one,
    summary: "Delete a rule template",
    source: "companion §3.1",
    params,
    status: 204,
  }),
] as const;
