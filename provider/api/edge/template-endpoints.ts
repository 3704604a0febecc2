import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id } from "../field.ts";
import { apiTypes } from "./app.ts";
import { appTemplate, appTemplateBody, appTemplateDetails, appTemplateList } from "./app-template.ts";

const collection = "/edgeapp/v1/template";
const one = `${collection}/{id}`;
const params = z.object({ id: id.describe("Template.") });

export const edgeTemplateEndpoints = [
  endpoint({
    id: "appTemplates.create",
    area: "edge",
    method: "POST",
    createsAnother: true,
    path: collection,
    summary: "Create an edge app template",
    source: "platform-api §4 #9",
    body: appTemplateBody,
    response: appTemplate,
  }),
  endpoint({
    id: "appTemplates.list",
    area: "edge",
    method: "GET",
    path: collection,
    summary: "List edge app templates",
    source: "companion §5.1",
    query: z.object({
      api_type: z.enum(apiTypes).optional().describe("Only templates of this API type."),
      only_mine: z.boolean().default(false).describe("Only the client's own templates."),
      limit: z.int().min(1).optional().describe("Maximum number of templates in the response."),
      offset: z.int().min(0).optional().describe("Number of templates to skip."),
    }),
    response: appTemplateList,
  }),
  endpoint({
    id: "appTemplates.get",
    area: "edge",
    method: "GET",
    path: one,
    summary: "Read an edge app template",
    source: "companion §5.1",
    params,
    response: appTemplateDetails,
  }),
  endpoint({
    id: "appTemplates.replace",
    area: "edge",
    method: "PUT",
    path: one,
    summary: "Replace an edge app template",
    source: "companion §5.1",
    params,
    body: appTemplateBody,
    // A response without the object is read back, and a read may omit the id.
    response: appTemplateDetails,
  }),
  endpoint({
    id: "appTemplates.delete",
    area: "edge",
    method: "DELETE",
    path: one,
    summary: "Delete an edge app template",
    source: "companion §5.1",
    params,
    query: z.object({
      force: z.boolean().default(false).describe("Deletes the template even if it is shared with groups."),
    }),
    status: 204,
  }),
] as const;
