import type { HandlersOf } from "../server/handler.ts";
import { findApp } from "./app-routes.ts";
import type { StoredLog } from "./records.ts";

const hourMs = 3600 * 1000;

/** Logs of edge apps. platform-api §2.9, §4 #10. */
export const appLogs: HandlersOf<"appLogs"> = {
  "appLogs.list": ({ params, query }, platform) => {
    const app = findApp(platform, params.id);
    const now = platform.clock.now();
    const from = query.from === undefined ? now - hourMs : Date.parse(query.from);
    const to = query.to === undefined ? now : Date.parse(query.to);
    const found = logsUntil(platform.store.appLogs.where("$.app_id", app.id), now).filter((entry) => {
      const time = Date.parse(entry.timestamp);
      return (
        time >= from &&
        time <= to &&
        (query.edge === undefined || entry.edge === query.edge) &&
        (query.client_ip === undefined || entry.client_ip === query.client_ip) &&
        (query.search === undefined || (entry.log ?? "").includes(query.search))
      );
    });
    found.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
    if (query.sort === "desc") found.reverse();
    const start = query.offset ?? 0;
    const page = found.slice(start, query.limit === undefined ? undefined : start + query.limit);
    return { logs: page.map(({ app_id: _, ...entry }) => entry), offset: start, total_count: found.length };
  },
};

/** Retention of logs. */
const retentionHours = 7 * 24;

/**
 * Repeats the last hour of an app's stored logs every hour up to now, so that the last hour always has logs.
 */
function logsUntil(stored: readonly StoredLog[], now: number): StoredLog[] {
  const at = ({ timestamp }: StoredLog) => Date.parse(timestamp);
  const last = Math.max(...stored.map(at));
  const repeated = stored.filter((entry) => at(entry) > last - hourMs);
  const repetitions = repeated.flatMap((entry) => {
    const hours = Math.floor((now - at(entry)) / hourMs);
    const first = Math.max(1, hours - retentionHours);
    return Array.from({ length: Math.max(0, hours - first + 1) }, (_, index) => {
      const hour = first + index;
      const timestamp = new Date(at(entry) + hour * hourMs).toISOString();
      return { ...entry, id: `${entry.id}-${hour}`, timestamp };
    });
  });
  return [...stored, ...repetitions];
}
