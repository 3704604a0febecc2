import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { typeNames } from "../type-names.ts";

/** What the edge area reports about the client of the API key; no field is guaranteed. companion §5.1. */
const edgeAccount = z
  .looseObject({
    status: z.int().nullish().describe("State of the client, as a number."),
    plan: z.string().nullish().describe("Name of the plan."),
    plan_id: z.int().nullish().describe("Plan id."),
    app_count: z.int().nullish().describe("Number of edge apps."),
    hourly_consumption: z.int().nullish().describe("Calls of the last hour."),
    daily_consumption: z.int().nullish().describe("Calls of the last day."),
    monthly_consumption: z.int().nullish().describe("Calls of the last month."),
    networks: z
      .array(
        z
          .looseObject({
            name: z.string().describe("Name of the network."),
            is_default: z.boolean().nullish().describe("Whether apps that specify no network run in this network."),
          })
          .register(typeNames, { token: "edge/account:EdgeNetworkResult", description: "A network that runs apps." }),
      )
      .nullish()
      .describe("Networks that run apps."),
  })
  .register(typeNames, {
    token: "edge/account:AccountResult",
    description: "State, plan and usage of the API key's client in the edge area.",
    source: "companion §5.1",
  });

export const edgeAccountEndpoints = [
  endpoint({
    id: "edgeAccount.get",
    area: "edge",
    method: "GET",
    path: "/edgeapp/v1/me",
    summary: "Read the state, plan and usage of the API key's client",
    source: "companion §5.1",
    response: edgeAccount,
  }),
] as const;
