// Written by `npm run generate` from the functions in provider/functions; do not edit.

import {
  getAccount,
  getAppLogs,
  getApps,
  getAppTemplate,
  getAppTemplates,
  getSecret,
  getSecrets,
} from "../../../../functions/edge.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/edge.ts";

/** {@link getAccount} that takes Inputs. */
export const getAccountOutput = outputOf(getAccount);

/** {@link getAppLogs} that takes Inputs. */
export const getAppLogsOutput = outputOf(getAppLogs);

/** {@link getAppTemplate} that takes Inputs. */
export const getAppTemplateOutput = outputOf(getAppTemplate);

/** {@link getAppTemplates} that takes Inputs. */
export const getAppTemplatesOutput = outputOf(getAppTemplates);

/** {@link getApps} that takes Inputs. */
export const getAppsOutput = outputOf(getApps);

/** {@link getSecret} that takes Inputs. */
export const getSecretOutput = outputOf(getSecret);

/** {@link getSecrets} that takes Inputs. */
export const getSecretsOutput = outputOf(getSecrets);
