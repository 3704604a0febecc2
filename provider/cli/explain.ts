import { Argument, type Command } from "commander";
import { type ErrorEntry, errorTable, retiredCodes } from "../errors/index.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** Adds `explain <code>`: cause and fix of an error code. Works offline. */
export function addExplain(command: Command, terminal: Terminal, done: (code: number) => void): void {
  command
    .description("Explain an error code: its cause and its fix.")
    .addArgument(new Argument("<code>", "Code at the end of the message, such as CP1103"))
    .addHelpText("after", "\nExample:\n  $ cloudplatform explain CP1103")
    .action((code: string) => {
      terminal.out(explanationOf(code));
      done(exitCodes.done);
    });
}

/** Cause and fix of an error code, with or without brackets. */
export function explanationOf(text: string): string {
  const code = text.toUpperCase().replace(/[[\]]/g, "");
  const entry = Object.entries<ErrorEntry>(errorTable).find(([known]) => known === code)?.[1];
  const retired = Object.entries(retiredCodes).find(([known]) => known === code)?.[1];
  if (retired !== undefined) return `${code}: ${retired}. This release no longer uses it.\n`;
  if (entry === undefined)
    throw new UsageError(
      `"${text}" is not an error code of this release, such as CP1103. Policy rules: cloudplatform-policy explain.`,
      "CP3001",
    );
  const cause = entry.cause === undefined ? "" : `Cause: ${entry.cause}\n\n`;
  return `${code}: ${entry.title}\n\n${cause}Fix: ${entry.remedy}\n`;
}
