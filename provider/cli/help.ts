import type { Command } from "commander";
import { nearest } from "../schema/did-you-mean.ts";

/** Replaces the help commands of commander, which read one word only and ignore unknown ones, in a command and in those below it. */
export function addHelp(target: Command): void {
  target.commands.forEach(addHelp);
  const visible = target.createHelp().visibleCommands(target);
  if (!visible.some((one) => one.name() === "help")) return;
  target
    .helpCommand(false)
    .command("help")
    .argument("[command...]")
    .helpOption(false)
    .description("Show the help of a command")
    .action((words: string[]) => commandAt(target, words).help());
}

/** The command that the words name. What follows a command without commands of its own, such as its arguments, is ignored. */
function commandAt(target: Command, [word, ...rest]: readonly string[]): Command {
  if (word === undefined || target.commands.length === 0) return target;
  const found = target.commands.find((one) => one.name() === word || one.aliases().includes(word));
  if (found !== undefined) return commandAt(found, rest);
  const visible = target.createHelp().visibleCommands(target);
  const near = nearest(
    word,
    visible.flatMap((one) => [one.name(), ...one.aliases()]),
  );
  // In commander's words for an unknown command.
  const suggestion = near === undefined ? "" : `\n(Did you mean ${near}?)`;
  return target.error(`error: unknown command '${word}'${suggestion}`, { code: "commander.unknownCommand" });
}
