import { z } from "zod";
import { endpoints } from "../api/index.ts";
import { allPages, type Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";
import type { AllPages, AnswerOf, ArgsOf } from "./types.ts";

/** An edge app in a list. */
export type AppResult = AnswerOf<"apps.list">["apps"][number];

export type GetAppsArgs = ArgsOf<"apps.list"> & AllPages;

/** A page of edge apps, or all of them. */
export interface GetAppsResult {
  apps: AppResult[];
  /** How many apps the filters leave in all; undefined where the platform does not say. */
  count: number | undefined;
}

const appsList: Definition = {
  name: "edge.getApps",
  endpoint: endpoints["apps.list"],
  own: allPages,
  paging: { items: "apps", id: "id", by: "offset" },
};

/**
 * Lists edge apps: one page as `limit` and `offset` say, or `all`.
 *
 * *Source:* platform-api §4 #7, §2.7; the numbers of `status`: §3.3.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 *
 * const { apps, count } = await edge.getApps({ status: 5, ordering: "-name", all: true });
 * export const suspended = apps.map((app) => app.name);
 * ```
 */
export const getApps = lookup<GetAppsArgs, GetAppsResult>(appsList, (answer: AnswerOf<"apps.list">) => ({
  ...answer,
  count: answer.count ?? undefined,
}));

/** Reads edge apps one by one, a page in memory at a time. */
export const iterateApps = listWalk<GetAppsArgs, AppResult>(appsList);

/** A line of an app's log. */
export type AppLogResult = NonNullable<AnswerOf<"appLogs.list">["logs"]>[number];

export type GetAppLogsArgs = ArgsOf<"appLogs.list"> & AllPages;

/** A page of an app's logs, or all of them. */
export interface GetAppLogsResult {
  logs: AppLogResult[];
  /** How many logs the filters leave in all; undefined where the platform does not say. */
  totalCount: number | undefined;
  /** Logs before the first one here. */
  offset: number;
}

const logsList: Definition = {
  name: "edge.getAppLogs",
  endpoint: endpoints["appLogs.list"],
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

/** Moments without a zone are UTC (open points). */
function withZone(moment: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(moment) ? moment : `${moment}Z`;
}

/**
 * Reads the logs of an edge app: by default of the last hour, newest first. One page as `limit` and `offset` say, or
 * `all`.
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
export const getAppLogs = lookup<GetAppLogsArgs, GetAppLogsResult>(logsList, (answer: AnswerOf<"appLogs.list">) => ({
  ...answer,
  logs: answer.logs ?? [],
  totalCount: answer.totalCount ?? answer.count ?? undefined,
  offset: answer.offset ?? 0,
}));

/** Reads the logs of an edge app one by one, a page in memory at a time. */
export const iterateAppLogs = listWalk<GetAppLogsArgs, AppLogResult>(logsList);

/** A secret of the edge area. Its values are never returned. */
export type SecretResult = AnswerOf<"secrets.get"> & { id: number };

/**
 * Reads a secret of the edge area by its id: who uses it, and the checksums of its values.
 *
 * *Errors:* `ResponseError` with status 404 when there is none. *Source:* platform-api §4 #12, §2.10.
 */
export const getSecret = lookup<ArgsOf<"secrets.get">, SecretResult>(
  { name: "edge.getSecret", endpoint: endpoints["secrets.get"] },
  // Some platforms leave the id out, since the path holds it (companion §5.1).
  (answer: AnswerOf<"secrets.get">, { id }) => ({ ...answer, id: answer.id ?? id }),
);

/** An edge app template as the platform has it. */
export interface AppTemplateResult extends Omit<AnswerOf<"appTemplates.get">, "id" | "params"> {
  id: number;
  /** Parameters that an app of the template sets; empty when there are none. */
  params: NonNullable<AnswerOf<"appTemplates.get">["params"]>;
}

/**
 * Reads an edge app template by its id.
 *
 * *Errors:* `ResponseError` with status 404 when there is none. *Source:* companion §5.1, §5.3.
 */
export const getAppTemplate = lookup<ArgsOf<"appTemplates.get">, AppTemplateResult>(
  { name: "edge.getAppTemplate", endpoint: endpoints["appTemplates.get"] },
  (answer: AnswerOf<"appTemplates.get">, { id }) => ({ ...answer, id: answer.id ?? id, params: answer.params ?? [] }),
);
