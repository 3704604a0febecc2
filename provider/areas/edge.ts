import { getAppLogs, getApps, getAppTemplate, getSecret } from "../lookups/edge.ts";
import { outputOf } from "./output.ts";

export { getAppLogs, getApps, getAppTemplate, getSecret, iterateAppLogs, iterateApps } from "../lookups/edge.ts";
export { AppTemplate, type AppTemplateArgs } from "../resources/app-template/app-template.ts";
export { Secret, type SecretArgs } from "../resources/secret/secret.ts";
export type * from "../types/edge.ts";

/** {@link getApps} that takes Inputs. */
export const getAppsOutput = outputOf(getApps);

/** {@link getAppLogs} that takes Inputs. */
export const getAppLogsOutput = outputOf(getAppLogs);

/** {@link getSecret} that takes Inputs. */
export const getSecretOutput = outputOf(getSecret);

/** {@link getAppTemplate} that takes Inputs. */
export const getAppTemplateOutput = outputOf(getAppTemplate);
