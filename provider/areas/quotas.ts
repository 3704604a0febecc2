import { getNotificationThreshold } from "../lookups/quotas.ts";
import { outputOf } from "./output.ts";

export { type GetNotificationThresholdArgs, getNotificationThreshold } from "../lookups/quotas.ts";

/** {@link getNotificationThreshold} that takes Inputs. */
export const getNotificationThresholdOutput = outputOf(getNotificationThreshold);
