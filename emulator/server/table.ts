import { type Area, type Endpoint, endpoints, options, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** The word that the contract uses for the edge-app area, in paths and as name of a CDN option. */
const contractWord = "edgeapp";

/** The endpoints as this platform spells them: another word may stand for the edge-app area. */
export function tableFor(edgeWord: string): readonly Endpoint[] {
  const table: readonly Endpoint[] = Object.values(endpoints);
  return edgeWord === contractWord ? table : table.map((endpoint) => respelled(endpoint, edgeWord));
}

function respelled(endpoint: Endpoint, edgeWord: string): Endpoint {
  const path = endpoint.path.replace(`/${contractWord}/`, `/${edgeWord}/`);
  if (endpoint.area !== "cdn" || endpoint.body === undefined) return { ...endpoint, path };
  const { [contractWord]: edgeOption, ...others } = options.shape;
  const body = ruleTemplateBody.extend({ options: z.object({ ...others, [edgeWord]: edgeOption }).optional() });
  return { ...endpoint, path, body: endpoint.method === "PATCH" ? body.partial() : body };
}

/** The area that a path belongs to, known or not; foreign paths are answered in the cloud's shape. */
export function areaOf(path: string, edgeWord: string): Area {
  const first = path.split("/", 2)[1];
  if (first === edgeWord) return "edge";
  return first === "cdn" || first === "streaming" || first === "storage" ? first : "cloud";
}
