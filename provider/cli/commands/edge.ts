import { appStatuses } from "../../api/index.ts";
import { getAccount, getApps, getAppTemplate, getAppTemplates, getSecret, getSecrets } from "../../functions/edge.ts";
import { counted } from "../../values/counted.ts";
import { command } from "../lookup-command.ts";
import { factsView, listView } from "../view.ts";

const statusText = (status: number): string => (appStatuses as Record<number, string>)[status] ?? String(status);

export const edgeCommands = [
  command("apps", getApps, {
    example: "edge apps --status 5 --ordering -name --all",
    view: ({ apps, count }) =>
      listView(
        [
          ["ID", (app) => app.id],
          ["NAME", (app) => app.name],
          ["STATUS", (app) => statusText(app.status)],
          ["TYPE", (app) => app.apiType],
          ["BINARY", (app) => app.binary],
          ["TEMPLATE", (app) => app.templateName ?? app.template],
          ["PLAN", (app) => app.plan],
          ["URL", (app) => app.url],
        ],
        apps,
        count,
      ),
  }),
  command("account", getAccount, {
    example: "edge account",
    view: (account) =>
      factsView([
        ["Status", account.status],
        ["Plan", account.plan],
        ["Apps", account.appCount],
        ["Calls, last hour", account.hourlyConsumption],
        ["Calls, last day", account.dailyConsumption],
        ["Calls, last month", account.monthlyConsumption],
        [
          "Networks",
          account.networks?.map((one) => (one.isDefault === true ? `${one.name} (default)` : one.name)).join(", "),
        ],
      ]),
  }),
  command("secrets", getSecrets, {
    example: "edge secrets",
    view: ({ secrets, count }) =>
      listView(
        [
          ["ID", (secret) => secret.id],
          ["NAME", (secret) => secret.name],
          ["APPS", (secret) => secret.appCount],
          ["SLOTS", (secret) => secret.secretSlots?.length],
          ["COMMENT", (secret) => secret.comment],
        ],
        secrets,
        count,
      ),
  }),
  command("secret", getSecret, {
    positional: ["id"],
    example: "edge secret 3",
    view: (secret) => {
      const slots = secret.secretSlots ?? [];
      const facts = [
        ["ID", secret.id],
        ["Name", secret.name],
        ["Comment", secret.comment],
        ["Used by", counted(secret.appCount ?? 0, "app")],
        ...slots.map((slot) => [`Slot ${slot.slot}`, slot.checksum ?? "no checksum"] as const),
      ] as const;
      return factsView(facts);
    },
  }),
  command("templates", getAppTemplates, {
    example: "edge templates --only-mine",
    view: ({ templates, count }) =>
      listView(
        [
          ["ID", (template) => template.id],
          ["NAME", (template) => template.name],
          ["TYPE", (template) => template.apiType],
          ["DESCRIPTION", (template) => template.shortDescr],
        ],
        templates,
        count,
      ),
  }),
  command("template", getAppTemplate, {
    positional: ["id"],
    example: "edge template 1",
    view: (template) =>
      factsView([
        ["ID", template.id],
        ["Name", template.name],
        ["Type", template.apiType],
        ["Binary", template.binaryId],
        ["Description", template.shortDescr],
        ...template.params.map(
          (param) =>
            [`Parameter ${param.name}`, `${param.dataType}${param.mandatory === true ? ", required" : ""}`] as const,
        ),
      ]),
  }),
];
