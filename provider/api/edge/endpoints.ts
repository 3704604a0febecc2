import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id } from "../field.ts";
import { appDetails, appList, appsQuery } from "./app.ts";
import { appLogList, appLogsQuery } from "./app-log.ts";

const apps = "/edgeapp/v1/apps";
const params = z.object({ id: id.describe("App.") });

export const edgeAppEndpoints = [
  endpoint({
    id: "apps.list",
    area: "edge",
    method: "GET",
    path: apps,
    summary: "List edge apps",
    source: "platform-api §4 #7",
    query: appsQuery,
    response: appList,
  }),
  endpoint({
    id: "apps.get",
    area: "edge",
    method: "GET",
    path: `${apps}/{id}`,
    summary: "Read an edge app",
    source: "companion §5.1",
    params,
    response: appDetails,
  }),
  endpoint({
    id: "appLogs.list",
    area: "edge",
    method: "GET",
    path: `${apps}/{id}/logs`,
    summary: "List the logs of an edge app",
    source: "platform-api §4 #10",
    params,
    query: appLogsQuery,
    response: appLogList,
  }),
] as const;
