import { type Command, Option } from "commander";
import { exitCodes } from "../exit-codes.ts";
import { formats, withScope } from "../inventory/command.ts";
import type { ScopeOptions } from "../inventory/gather.ts";
import { commandSettings } from "../stack-settings.ts";
import type { Terminal } from "../terminal.ts";

interface CostOptions extends ScopeOptions {
  format: (typeof formats)[number];
}

const help = `
Prices come from the platform; totals match a review of the same resources.

Exit codes: 0 done; 1 a stack or a list could not be read, so objects may be missing.

Example:
  $ cloudplatform cost --format html > cost.html`;

/** `cost`: the monthly cost of stacks and objects. */
export function addCost(target: Command, terminal: Terminal, done: (code: number) => void): void {
  withScope(target)
    .description("Show what each stack and object costs per month, your commitments, and what reservations cover.")
    .addOption(new Option("--format <name>", "Format on standard output").choices([...formats]).default("text"))
    .addHelpText("after", help)
    .action(async ({ format, ...scope }: CostOptions) => {
      const { gather, isPartial } = await import("../inventory/gather.ts");
      const { costOf } = await import("./cost.ts");
      const { costHtml, costMarkdown, costText } = await import("./render.ts");
      const gathered = await gather(scope, terminal);
      const { settings } = await commandSettings(terminal);
      const report = await costOf(gathered, settings, terminal.signal, Date.now());
      const renderers = { text: costText, md: costMarkdown, html: costHtml };
      terminal.out(format === "json" ? `${JSON.stringify(report, null, 2)}\n` : renderers[format](report));
      done(isPartial(gathered) ? exitCodes.failed : exitCodes.done);
    });
}
