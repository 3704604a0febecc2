import type { Command } from "commander";
import { exitCodes, UsageError } from "./exit-codes.ts";
import { type StackFlags, stackOptions, withStackFlags } from "./stack-flags.ts";
import { commandClientFor, type Terminal } from "./terminal.ts";

/** Adds `cdn match`. */
export function addCdnMatch(target: Command, terminal: Terminal, done: (code: number) => void): void {
  withStackFlags(target)
    .description("Show which rule templates match URLs.")
    .argument("<url...>", "URLs, or paths")
    .option("--state", "Templates of a stack's state (default)")
    .option("--live", "Templates of the platform")
    .option("--json", "Print the result as JSON")
    .action(async (urls: string[], flags: StackFlags & { state?: boolean; live?: boolean; json?: boolean }) => {
      if (flags.state === true && flags.live === true)
        throw new UsageError("--state and --live cannot be combined.", "CP3001");
      const { matchUrls, templatesOfPlatform, templatesOfState } = await import("../review/cdn/command.ts");
      const { matchText } = await import("../review/cdn/match-text.ts");
      const { source, templates } =
        flags.live === true
          ? await templatesOfPlatform(await commandClientFor(terminal, "review cdn"))
          : await templatesOfState({ ...stackOptions(flags, terminal), stack: flags.stack });
      const report = matchUrls(source, templates, urls);
      terminal.out(flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : matchText(report));
      done(exitCodes.done);
    });
}
