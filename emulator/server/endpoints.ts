import { type Area, cdnOptionFields, type Endpoint, endpoints, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** The contract's word for the edge-app area, in paths and as the name of a CDN option. */
const defaultEdgeWord = "edgeapp";

/** The endpoints with the configured word for the edge-app area. */
export function endpointsFor(edgeWord: string): readonly Endpoint[] {
  const table: readonly Endpoint[] = Object.values(endpoints);
  return edgeWord === defaultEdgeWord ? table : table.map((endpoint) => withEdgeWord(endpoint, edgeWord));
}

function withEdgeWord(endpoint: Endpoint, edgeWord: string): Endpoint {
  const path = endpoint.path.replace(`/${defaultEdgeWord}/`, `/${edgeWord}/`);
  if (endpoint.area !== "cdn" || endpoint.body === undefined) return { ...endpoint, path };
  const { [defaultEdgeWord]: edgeOption, ...others } = cdnOptionFields;
  const body = ruleTemplateBody.extend({ options: z.object({ ...others, [edgeWord]: edgeOption }).optional() });
  return { ...endpoint, path, body: endpoint.method === "PATCH" ? body.partial() : body };
}

/** The area of a path, whether the route exists or not; the cloud area for unknown prefixes. */
export function areaOf(path: string, edgeWord: string): Area {
  const first = path.split("/", 2)[1];
  if (first === edgeWord) return "edge";
  return first === "cdn" || first === "streaming" || first === "storage" ? first : "cloud";
}
