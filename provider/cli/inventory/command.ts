import { type Command, Option } from "commander";
import { exitCodes } from "../exit-codes.ts";
import { commandSettings } from "../stack-settings.ts";
import type { Terminal } from "../terminal.ts";
import { addInventoryDelete } from "./delete-command.ts";
import type { ScopeOptions } from "./gather.ts";

export const formats = ["text", "json", "md", "html"] as const;

interface InventoryOptions extends ScopeOptions {
  format: (typeof formats)[number];
  all?: boolean;
}

const help = `
Exit codes: 0 every object is in exactly one stack; 4 an object is unmanaged, in two resources, pending or gone; 1 a stack or
a list could not be read, so the result is incomplete. Changes nothing on the platform or in state.

Examples:
  $ cloudplatform inventory --place 1/76 --place 1/80
  $ cloudplatform inventory --format html > inventory.html
  $ cloudplatform inventory delete --kind rule-template --name "test-*"`;

/** Adds the options that select the stacks and places of a command. */
export function withScope(target: Command): Command {
  return target
    .option(
      "--place <projectId/regionId...>",
      "Project and region to list clusters in, in addition to those of the stacks (default: from the settings)",
    )
    .option("--stack <name...>", "Stacks to read (default: all stacks of the backend)");
}

/** `inventory`: shows which stack manages each object of the account. */
export function addInventory(target: Command, terminal: Terminal, done: (code: number) => void): void {
  withScope(target)
    .description("Show which stack of the backend manages each object of the account.")
    .addOption(new Option("--format <name>", "Format on standard output").choices([...formats]).default("text"))
    .option("--all", "Also list objects without a problem; JSON always does")
    .addHelpText("after", help)
    .action(async ({ format, all, ...scope }: InventoryOptions) => {
      const { gather, isPartial } = await import("./gather.ts");
      const { hasFindings, reportOf } = await import("./report.ts");
      const { inventoryHtml, inventoryMarkdown, inventoryText } = await import("./render.ts");
      const gathered = await gather(scope, terminal);
      const { settings } = await commandSettings(terminal);
      const report = await reportOf(gathered, settings, terminal.signal, Date.now());
      const renderers = { text: inventoryText, md: inventoryMarkdown, html: inventoryHtml };
      terminal.out(format === "json" ? `${JSON.stringify(report, null, 2)}\n` : renderers[format](report, all));
      done(isPartial(gathered) ? exitCodes.failed : hasFindings(report) ? exitCodes.checked : exitCodes.done);
    });
  addInventoryDelete(target.command("delete"), terminal, done);
}
