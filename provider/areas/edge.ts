import {
  getAccount,
  getAppLogs,
  getApps,
  getAppTemplate,
  getAppTemplates,
  getSecret,
  getSecrets,
} from "../lookups/edge.ts";
import { outputOf } from "./output.ts";

export {
  getAccount,
  getAppLogs,
  getApps,
  getAppTemplate,
  getAppTemplates,
  getSecret,
  getSecrets,
  iterateAppLogs,
  iterateApps,
} from "../lookups/edge.ts";
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

/** {@link getSecrets} that takes Inputs. */
export const getSecretsOutput = outputOf(getSecrets);

/** {@link getAppTemplates} that takes Inputs. */
export const getAppTemplatesOutput = outputOf(getAppTemplates);

/** {@link getAccount} that takes Inputs. */
export const getAccountOutput = outputOf(getAccount);
