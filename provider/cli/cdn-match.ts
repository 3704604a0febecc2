import type { Command } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { type StackFlags, stackOptions, withStackFlags } from "./stack-flags.ts";
import { commandClientFor, type Terminal } from "./terminal.ts";
import { refuseUnused } from "./unused-flags.ts";

/** Adds `cdn match`. */
export function addCdnMatch(target: Command, terminal: Terminal, done: (code: number) => void): void {
  withStackFlags(target)
    .description("Show which rule templates match URLs.")
    .argument("<url...>", "URLs, or paths")
    .option("--state", "Templates of a stack's state (default)")
    .option("--live", "Templates of the platform")
    .option("--json", "Print the result as JSON")
    .action(async (urls: string[], flags: StackFlags & { live?: boolean; json?: boolean }) => {
      if (flags.live === true) refuseUnused(target, ["state"], "combined with --live");
      const { matchUrls, templatesOfPlatform, templatesOfState } = await import("../review/cdn/command.ts");
      const { matchText } = await import("../review/cdn/match-text.ts");
      const templates =
        flags.live === true
          ? await templatesOfPlatform(await commandClientFor(terminal, "cdn match", flags))
          : await templatesOfState({ ...stackOptions(flags, terminal), stack: flags.stack });
      const report = matchUrls(templates, urls);
      terminal.out(flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : matchText(report));
      done(exitCodes.done);
    });
}
