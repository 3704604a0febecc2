import { getRuleTemplate, getRuleTemplates } from "../../functions/cdn.ts";
import { command } from "../lookup-command.ts";
import { factsView, listView } from "../view.ts";

export const cdnCommands = [
  command("rule-templates", getRuleTemplates, {
    example: "cdn rule-templates",
    view: (templates) =>
      listView(
        [
          ["ID", (one) => one.id],
          ["NAME", (one) => one.name],
          ["RULE", (one) => one.rule],
          ["WEIGHT", (one) => one.weight],
          ["SYSTEM", (one) => one.default === true],
        ],
        templates,
      ),
  }),
  command("rule-template", getRuleTemplate, {
    positional: ["id"],
    example: "cdn rule-template 1",
    view: (one) =>
      factsView([
        ["ID", one.id],
        ["Name", one.name],
        ["Rule", one.rule],
        ["Rule type", one.ruleType],
        ["Weight", one.weight],
        ["Origin protocol", one.overrideOriginProtocol],
        ["System template", one.default === true],
        ...Object.entries(one.options ?? {})
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => [`Option ${name}`, JSON.stringify(value)] as const),
      ]),
  }),
];
