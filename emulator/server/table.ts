import { type Area, type Endpoint, endpoints } from "@cloudplatform/pulumi/api";

/** The word that the contract uses for the edge-app area, in paths and as name of a CDN option. */
const contractWord = "edgeapp";

/** The endpoints as this platform spells them: another word may stand for the edge-app area. */
export function tableFor(edgeWord: string): readonly Endpoint[] {
  const table: readonly Endpoint[] = Object.values(endpoints);
  return edgeWord === contractWord ? table : table.map((endpoint) => respelled(endpoint, edgeWord));
}

function respelled(endpoint: Endpoint, edgeWord: string): Endpoint {
  return { ...endpoint, path: endpoint.path.replace(`/${contractWord}/`, `/${edgeWord}/`) };
}

/** The area that a path belongs to, known or not; foreign paths are answered in the cloud's shape. */
export function areaOf(path: string, edgeWord: string): Area {
  const first = path.split("/", 2)[1];
  if (first === edgeWord) return "edge";
  return first === "cdn" || first === "streaming" || first === "storage" ? first : "cloud";
}
