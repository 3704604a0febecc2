import { z } from "zod";
import { endpoints, withZone } from "../api/index.ts";
import type {
  AccountResult,
  AppLogResult,
  AppResult,
  AppTemplateResult,
  GetAppLogsArgs,
  GetAppLogsResult,
  GetAppsArgs,
  GetAppsResult,
  GetAppTemplateArgs,
  GetAppTemplatesArgs,
  GetAppTemplatesResult,
  GetSecretArgs,
  GetSecretsArgs,
  GetSecretsResult,
  SecretResult,
} from "../types/edge.ts";
import { allPages, type Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";
import type { ResponseOf } from "./types.ts";

export type * from "../types/edge.ts";

/** A page without its count where the platform sends null for it. */
function counted<Page extends { count?: number | null }>(page: Page) {
  return { ...page, count: page.count ?? undefined };
}

const appsList: Definition = {
  name: "edge.getApps",
  endpoint: endpoints["apps.list"],
  result: { notNull: ["count"] },
  own: allPages,
  paging: { items: "apps", id: "id", by: "offset" },
};

/**
 * Lists edge apps: the page that `limit` and `offset` select, or all pages with `all: true`.
 *
 * *Source:* platform-api §4 #7, §2.7, §3.3.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { apps, count } = await edge.getApps({ status: 5, ordering: "-name", all: true });
 * export const suspended = apps.map((app) => app.name);
 * ```
 */
export const getApps = lookup<GetAppsArgs, GetAppsResult>(appsList, counted<ResponseOf<"apps.list">>);

/** Iterates over edge apps, with one page in memory at a time. */
export const iterateApps = listWalk<GetAppsArgs, AppResult>(appsList);

const logsList: Definition = {
  name: "edge.getAppLogs",
  endpoint: endpoints["appLogs.list"],
  result: { always: ["logs", "offset"], notNull: ["totalCount"] },
  own: allPages,
  paging: {
    items: "logs",
    id: "id",
    by: "offset",
    // Oldest first, the window "last hour" would move on below the pages and swallow logs; newest first, new ones only
    // repeat what was there.
    pin: (query, [first]) => {
      const start = typeof first?.timestamp === "string" ? zoned.safeParse(withZone(first.timestamp)) : undefined;
      if (query.sort === "asc" && query.from === undefined && start?.success === true) query.from = start.data;
    },
  },
};

const zoned = z.iso.datetime({ offset: true });

/**
 * Reads the logs of an edge app, by default of the last hour and newest first: the page that `limit` and `offset` select, or
 * all pages with `all: true`.
 *
 * *Source:* platform-api §4 #10, §2.9.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { logs } = await edge.getAppLogs({ id: 7, from: "2026-01-01T00:00:00Z", sort: "asc", search: "timeout" });
 * export const first = logs[0]?.log;
 * ```
 */
export const getAppLogs = lookup<GetAppLogsArgs, GetAppLogsResult>(
  logsList,
  (response: ResponseOf<"appLogs.list">) => ({
    ...response,
    logs: response.logs ?? [],
    totalCount: response.totalCount ?? response.count ?? undefined,
    offset: response.offset ?? 0,
  }),
);

/** Iterates over the logs of an edge app, with one page in memory at a time. */
export const iterateAppLogs = listWalk<GetAppLogsArgs, AppLogResult>(logsList);

/**
 * Reads a secret of edge apps by its id: its name, the number of apps that use it, and the checksums of its values.
 *
 * *Errors:* `ResponseError` with status 404 if no secret has this id. *Source:* platform-api §4 #12, §2.10.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { name, secretSlots } = await edge.getSecret({ id: 1 });
 * export const checksums = { name, slots: secretSlots?.map(({ slot, checksum }) => ({ slot, checksum })) };
 * ```
 */
export const getSecret = lookup<GetSecretArgs, SecretResult>(
  { name: "edge.getSecret", endpoint: endpoints["secrets.get"], result: { always: ["id"] } },
  // Some platforms leave the id out, since the path holds it (companion §5.1).
  (response: ResponseOf<"secrets.get">, { id }) => ({ ...response, id: response.id ?? id }),
);

/**
 * Reads an edge app template by its id.
 *
 * *Errors:* `ResponseError` with status 404 if no template has this id. *Source:* companion §5.1, §5.3.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { params } = await edge.getAppTemplate({ id: 1 });
 * export const mandatory = params.filter((parameter) => parameter.mandatory).map((parameter) => parameter.name);
 * ```
 */
export const getAppTemplate = lookup<GetAppTemplateArgs, AppTemplateResult>(
  { name: "edge.getAppTemplate", endpoint: endpoints["appTemplates.get"], result: { always: ["id", "params"] } },
  (response: ResponseOf<"appTemplates.get">, { id }) => ({
    ...response,
    id: response.id ?? id,
    params: response.params ?? [],
  }),
);

/** The platform names no largest page, and may list everything in one (companion §5.1). */
const whole = { id: "id", by: "offset", whole: true, pageSize: 1000 } as const;

/**
 * Lists the secrets of edge apps: their ids, the number of apps that use them, and the checksums of their values. Returns all
 * secrets unless `limit` or `offset` selects a page.
 *
 * *Source:* companion §5.1.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { secrets } = await edge.getSecrets();
 * export const unused = secrets.filter((one) => one.appCount === 0).map(({ id, name }) => `${id} ${name}`);
 * ```
 */
export const getSecrets = lookup<GetSecretsArgs, GetSecretsResult>(
  {
    name: "edge.getSecrets",
    endpoint: endpoints["secrets.list"],
    result: { notNull: ["count"] },
    paging: { ...whole, items: "secrets" },
  },
  counted<ResponseOf<"secrets.list">>,
);

/**
 * Lists edge app templates, including the platform's own; with `onlyMine: true`, only the client's. Returns all templates
 * unless `limit` or `offset` selects a page.
 *
 * *Source:* companion §5.1, §5.3.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { templates } = await edge.getAppTemplates({ onlyMine: true });
 * export const names = templates.map(({ id, name }) => `${id} ${name}`);
 * ```
 */
export const getAppTemplates = lookup<GetAppTemplatesArgs, GetAppTemplatesResult>(
  {
    name: "edge.getAppTemplates",
    endpoint: endpoints["appTemplates.list"],
    result: { notNull: ["count"] },
    paging: { ...whole, items: "templates" },
  },
  counted<ResponseOf<"appTemplates.list">>,
);

/**
 * Reads the account of the API key in the edge area: its state, plan and usage, and the networks that run its apps.
 *
 * *Source:* companion §5.1.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { plan, appCount, networks } = await edge.getAccount();
 * export const summary = `${plan}: ${appCount} apps in ${networks?.map((network) => network.name).join(", ")}`;
 * ```
 */
export const getAccount = lookup<Record<never, never>, AccountResult>({
  name: "edge.getAccount",
  endpoint: endpoints["edgeAccount.get"],
});
