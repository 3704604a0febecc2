import { type Endpoint, endpoints } from "@cloudplatform/pulumi/api";
import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import type { Call } from "../../provider/client/call-types.ts";

export const secretKey = "key-of-links";

/** Options of the templates in the account, in turn. */
const optionSets = [
  { browser_cache_settings: { enabled: true, value: "3600s" } },
  { edge_cache_settings: { enabled: true, value: "86400s", custom_values: { "404": "5s" } } },
  { cors: { enabled: true, value: ["https://shop.example.com"], always: true } },
  { ip_address_acl: { enabled: true, policy_type: "deny", excepted_values: ["192.0.2.0/24"] } },
  { static_response_headers: { enabled: true, value: [{ name: "X-Frame-Options", value: ["DENY"], always: true }] } },
  {},
];

/** Fills an account with a number of adoptable objects of every kind, and with secrets, which cannot be adopted. */
export async function fill(url: string, wanted: number): Promise<Record<string, number>> {
  const client = createClient({ baseUrl: url, apiKey: "local" }).bind(scopeOf("adoption"));
  const send = <E extends Endpoint>(endpoint: E, call: object) => client.call(endpoint, call as Call<E>);
  // The seed already has one rule template and one app template, and the client has one threshold.
  const seeded = { templates: 1, apps: 1, thresholds: 1 };
  const clusters = Math.round(wanted * 0.06);
  const reservations = Math.round(wanted * 0.12);
  const apps = Math.round(wanted * 0.2);
  const templates = wanted - clusters - reservations - apps - seeded.templates - seeded.apps - seeded.thresholds;
  const secrets = 20;

  for (let index = 0; index < templates; index++)
    await send(endpoints["ruleTemplates.create"], {
      body: {
        ...{ name: `pages ${index}`, rule: `/pages/${index}/.*`, ruleType: 0, weight: index + 1 },
        options:
          index === 0
            ? { secure_key: { enabled: true, key: secretKey, type: 0 } }
            : optionSets[index % optionSets.length],
      },
    });
  for (let index = 0; index < apps; index++)
    await send(endpoints["appTemplates.create"], {
      body: {
        ...{ binaryId: 42, name: `app ${index}`, owned: true, shortDescr: `Template ${index}` },
        params: [{ name: "greeting", dataType: "string", mandatory: true, descr: "What to say" }],
      },
    });
  for (let index = 0; index < reservations; index++)
    await send(endpoints["reservations.create"], {
      body: {
        ...{ name: `metal ${index}`, period: index % 2 === 0 ? "MONTHS12" : "MONTHS36", regionId: 76 },
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: (index % 5) + 1 }],
      },
    });
  const params = { projectId: 1, regionId: 76 };
  for (let index = 0; index < clusters; index++)
    await send(endpoints["clusters.create"], {
      params,
      body: {
        ...{ name: `cluster-${index}`, keypair: "ops", version: "v1.31.9" },
        pools: [
          { name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1, maxNodeCount: 3, labels: { tier: "a" } },
          { name: "spare", flavorId: "bm1-basic-small", minNodeCount: 1 },
        ],
      },
    });
  for (let index = 0; index < secrets; index++)
    await send(endpoints["secrets.create"], {
      body: { name: `token-${index}`, comment: "", secretSlots: [{ slot: 0, value: "a-token" }] },
    });
  // Waits until no cluster is in progress: a locked one can be adopted, too, but its program would not be final.
  for (let isBusy = true; isBusy; ) {
    const { results } = await client.call(endpoints["clusters.list"], { params, query: { limit: 1000 } });
    isBusy = results.some(({ status }) => status !== "Provisioned");
  }
  return {
    ...{ "rule templates": templates + seeded.templates, "app templates": apps + seeded.apps, reservations, clusters },
    ...{ "notification threshold": 1, secrets },
  };
}
