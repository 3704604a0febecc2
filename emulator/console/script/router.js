import { useEffect, useState } from "./view.js";

/** `#/objects/clusters/1%2F76%2Fshop?tab=history`: path segments and query of the address. */
function readRoute() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decode), query: Object.fromEntries(new URLSearchParams(query)) };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a view. */
export function to(parts, query = {}) {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = present.length === 0 ? "" : `?${new URLSearchParams(present)}`;
  return `#/${parts.map(encodeURIComponent).join("/")}${search}`;
}

export const objectAddress = (collection, id) =>
  to(collection === "tasks" ? ["tasks", id] : ["objects", collection, id]);

export function go(address) {
  location.hash = address;
}

/** Changes parts of the query in place, because a filter is no step in the browser's history. */
export function setQuery(change) {
  const { parts, query } = readRoute();
  history.replaceState(null, "", to(parts, { ...query, ...change }));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

export function useRoute() {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return route;
}
