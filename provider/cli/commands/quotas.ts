import { quotaUsages } from "../../functions/quota-usage.ts";
import { getNotificationThreshold } from "../../functions/quotas.ts";
import { command } from "../lookup-command.ts";
import { tableView } from "../view.ts";

export const quotasCommands = [
  command("", getNotificationThreshold, {
    positional: ["clientId"],
    check: "when a quota is used to the threshold",
    example: "quotas 5 --check",
    view: (response) => {
      const used = quotaUsages(response).filter((one) => one.usage > 0);
      const over = used.filter((one) => one.percent >= response.threshold);
      return {
        ...tableView(
          [
            ["QUOTA", (one) => one.name],
            ["REGION", (one) => one.regionName ?? one.regionId ?? "all"],
            ["USED", (one) => one.usage],
            ["LIMIT", (one) => one.limit],
            ["PERCENT", (one) => `${one.percent.toFixed(0)} %${one.percent >= response.threshold ? " !" : ""}`],
          ],
          used,
          [
            ["Client", response.clientId],
            ["Warned from", `${response.threshold} %`],
            ["Last warning", response.lastSending ?? "never"],
            ["At the threshold", `${over.length} of ${used.length} quotas in use`],
          ],
        ),
        checkFailed: over.length > 0,
      };
    },
  }),
];
