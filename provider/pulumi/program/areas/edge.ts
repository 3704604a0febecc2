import {
  getAccount,
  getAppLogs,
  getApps,
  getAppTemplate,
  getAppTemplates,
  getSecret,
  getSecrets,
} from "../../../functions/edge.ts";
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
} from "../../../functions/edge.ts";
export type * from "../../../types/edge.ts";
export { AppTemplate, type AppTemplateArgs } from "../resources/app-template.ts";
export { Secret, type SecretArgs } from "../resources/secret.ts";

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
