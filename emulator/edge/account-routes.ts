import type { HandlersOf } from "../server/handler.ts";

/** The account of the only client. Apps do not run, so nothing is consumed. companion §5.1. */
export const edgeAccount: HandlersOf<"edgeAccount"> = {
  "edgeAccount.get": (_, { store }) => {
    const apps = store.apps.all();
    const networks = [...new Set(apps.flatMap((app) => app.networks ?? []))].sort();
    const [first] = apps;
    return {
      status: 1,
      app_count: apps.length,
      hourly_consumption: 0,
      daily_consumption: 0,
      monthly_consumption: 0,
      networks: networks.map((name, index) => ({ name, is_default: index === 0 })),
      plan_id: first?.plan_id ?? null,
      plan: first?.plan ?? null,
    };
  },
};
