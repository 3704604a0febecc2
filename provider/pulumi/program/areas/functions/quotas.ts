// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getNotificationThreshold } from "../../../../functions/quotas.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/quotas.ts";

/** {@link getNotificationThreshold} that takes Inputs. */
export const getNotificationThresholdOutput = outputOf(getNotificationThreshold);
