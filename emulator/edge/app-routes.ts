import type { EndpointOf } from "@cloudplatform/pulumi/api";
import { textOrder } from "@cloudplatform/pulumi/values";
import type { Platform } from "../platform.ts";
import { notFound } from "../server/errors.ts";
import type { Call, HandlersOf } from "../server/handler.ts";
import type { StoredApp } from "./records.ts";

type Query = Call<EndpointOf<"apps.list">>["query"];

/** Edge apps. platform-api §2.7, §4 #7, companion §5. */
export const apps: HandlersOf<"apps"> = {
  "apps.list": ({ query }, { store }) => {
    const found = sorted(
      store.apps.all().filter((app) => matches(app, query)),
      query.ordering ?? "id",
    );
    const start = query.offset ?? 0;
    const page = found.slice(start, query.limit === undefined ? undefined : start + query.limit);
    return { apps: page.map(toListItem), count: found.length };
  },

  // The response for a single app has no id (companion §5.1).
  "apps.get": ({ params }, platform) => {
    const { id: _, secrets, ...app } = findApp(platform, params.id);
    const named = Object.entries(secrets).map(([name, id]) => {
      const secret = platform.store.secrets.get(id);
      return [name, { id, name: secret?.name ?? "", comment: secret?.comment ?? "" }];
    });
    return { ...withoutNulls(app), secrets: Object.fromEntries(named) };
  },
};

export function findApp({ store }: Platform, id: number): StoredApp {
  const app = store.apps.get(id);
  if (app === undefined) throw notFound(`App ${id}`);
  return app;
}

function toListItem({ env: _env, rsp_headers: _headers, debug: _debug, secrets: _secrets, ...app }: StoredApp) {
  return withoutNulls(app);
}

/** The fields of an app are not nullable: unset fields are omitted. */
function withoutNulls<App extends object>(app: App): App {
  return Object.fromEntries(Object.entries(app).filter(([, value]) => value !== null)) as App;
}

/** The name is matched exactly (open points). */
function matches(app: StoredApp, query: Query): boolean {
  return (
    (query.name === undefined || app.name === query.name) &&
    (query.api_type === undefined || app.api_type === query.api_type) &&
    (query.status === undefined || app.status === query.status) &&
    (query.template === undefined || app.template === query.template) &&
    (query.binary === undefined || app.binary === query.binary) &&
    (query.plan === undefined || app.plan_id === query.plan)
  );
}

const fieldOf = {
  name: "name",
  status: "status",
  id: "id",
  template: "template",
  binary: "binary",
  plan: "plan",
} as const;

function sorted(found: StoredApp[], ordering: NonNullable<Query["ordering"]>): StoredApp[] {
  const descending = ordering.startsWith("-");
  const field = fieldOf[ordering.replace("-", "") as keyof typeof fieldOf];
  const ascending = found.toSorted((a, b) => compare(a[field], b[field]) || a.id - b.id);
  return descending ? ascending.reverse() : ascending;
}

function compare(a: string | number | null | undefined, b: string | number | null | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return textOrder(String(a ?? ""), String(b ?? ""));
}
