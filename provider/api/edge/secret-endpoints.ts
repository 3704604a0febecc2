import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id } from "../field.ts";
import { secret, secretBody, secretList, secretPatch } from "./secret.ts";

const collection = "/edgeapp/v1/secrets";
const one = `${collection}/{id}`;
const params = z.object({ id: id.describe("Secret.") });

export const edgeSecretEndpoints = [
  endpoint({
    id: "secrets.get",
    area: "edge",
    method: "GET",
    path: one,
    summary: "Read a secret, without its values",
    source: "platform-api §4 #12",
    params,
    response: secret,
  }),
  endpoint({
    id: "secrets.list",
    area: "edge",
    method: "GET",
    path: collection,
    summary: "List secrets",
    source: "companion §5.1",
    query: z.object({
      app_id: id.optional().describe("Only secrets that this app uses."),
      secret_name: z.string().optional().describe("Only the secret of this name."),
      limit: z.int().min(1).optional().describe("Maximum number of secrets in the response."),
      offset: z.int().min(0).optional().describe("Number of secrets to skip."),
    }),
    response: secretList,
  }),
  endpoint({
    id: "secrets.create",
    area: "edge",
    method: "POST",
    path: collection,
    summary: "Create a secret",
    source: "companion §5.1",
    body: secretBody,
    response: secret,
  }),
  endpoint({
    id: "secrets.replace",
    area: "edge",
    method: "PUT",
    path: one,
    summary: "Replace a secret",
    source: "companion §5.1",
    params,
    body: secretBody,
    response: secret,
  }),
  endpoint({
    id: "secrets.patch",
    area: "edge",
    method: "PATCH",
    path: one,
    summary: "Change some fields of a secret",
    source: "companion §5.1",
    params,
    body: secretPatch,
    response: secret,
  }),
  endpoint({
    id: "secrets.delete",
    area: "edge",
    method: "DELETE",
    path: one,
    summary: "Delete a secret",
    source: "companion §5.1",
    params,
    query: z.object({ force: z.boolean().default(false).describe("Deletes the secret even if it still has values.") }),
    status: 204,
  }),
] as const;
