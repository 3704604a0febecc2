/** Edge apps, their logs, templates and secrets: stored records and routes. */
import { edgeAccount } from "./account-routes.ts";
import { appLogs } from "./app-log-routes.ts";
import { apps } from "./app-routes.ts";
import { appTemplates } from "./app-template-routes.ts";
import { secrets } from "./secret-routes.ts";

export const edgeRoutes = { ...edgeAccount, ...apps, ...appLogs, ...appTemplates, ...secrets };
