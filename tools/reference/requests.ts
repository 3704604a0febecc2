import { type Endpoint, endpoints } from "../../provider/api/index.ts";
import { endpointUsers } from "../../provider/generate/endpoint-users.ts";
import { lookupPages } from "../../provider/generate/lookup-pages.ts";
import { resourcePages } from "../../provider/generate/resource-pages.ts";
import { linkCitations } from "./citations.ts";
import { placeOf } from "./page.ts";
import { table } from "./table.ts";

const all = Object.values(endpoints) as (Endpoint & { id: string })[];
const users = endpointUsers(resourcePages, lookupPages);

/** The requests that a resource or function sends. */
export function requestTable(user: string): string {
  const rows = all
    .filter((endpoint) => users.get(endpoint.id)?.includes(user) === true)
    .map(({ method, path, summary, source }) => [`\`${method} ${path}\``, summary, linkCitations(source)]);
  return rows.length === 0 ? "" : table(["Request", "Does", "Source"], rows);
}

/** All endpoints, with the resources and functions that use them. */
export function endpointTable(): string {
  const rows = all.map(({ id, method, path, summary, source }) => [
    method,
    `\`${path}\``,
    summary,
    linkCitations(source),
    (users.get(id) ?? []).map(linkToUser).join(", "),
  ]);
  return table(["Method", "Path", "Does", "Source", "Used by"], rows);
}

/** Links to the page of a resource or function; other users are only named. */
function linkToUser(user: string): string {
  return /^\w+\.\w+$/.test(user) ? `[\`${user}\`](${placeOf(user)})` : user;
}
