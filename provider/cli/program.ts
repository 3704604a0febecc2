import { Command } from "commander";
import { InputError } from "../client/index.ts";
import manifest from "../package.json" with { type: "json" };
import { addAdopt } from "./adopt/command.ts";
import { areas } from "./areas.ts";
import { addCompletion } from "./completion.ts";
import { addDoctor } from "./doctor/command.ts";
import { errorText, exitCodeOf, exitCodes, exitCodesHelp } from "./exit-codes.ts";
import { addLogs } from "./logs.ts";
import { addCdnMatch, addReviewCommands } from "./review-commands.ts";
import { addLookup } from "./run-lookup.ts";
import type { Terminal } from "./terminal.ts";

/** Runs the command line and returns its exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.done;
  const program = buildProgram(terminal, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    const exit = terminal.signal.aborted ? exitCodes.interrupted : exitCodeOf(error);
    // commander has printed its own errors already.
    if (!isCommanders(error) && exit !== exitCodes.interrupted) terminal.err(`${errorText(error)}\n`);
    if (error instanceof InputError) terminal.err("--help shows what the command takes.\n");
    return exit;
  }
}

function isCommanders(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}

/** The whole command line. Commands are named as the lookups are, and these names work as well. */
export function buildProgram(terminal: Terminal, done: (code: number) => void): Command {
  const program = new Command("cloudplatform")
    .description("Looks at a cloud platform, and takes what is there into a Pulumi program.")
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .version(manifest.version)
    .exitOverride()
    .addHelpText("after", exitCodesHelp);
  for (const [name, { about, commands }] of Object.entries(areas)) {
    const area = program.command(name).description(about);
    for (const written of commands) {
      const { endpoint, name: full } = written.lookup.definition;
      const target = written.name === "" ? area : area.command(written.name).description(`${endpoint.summary}.`);
      if (written.name !== "") target.alias(full.split(".")[1] ?? "");
      addLookup(target, written, terminal, done);
    }
    if (name === "cdn") addCdnMatch(area.command("match"), terminal, done);
    if (name === "edge")
      addLogs(area.command("logs").alias("getAppLogs").description("List the logs of an edge app."), terminal, done);
  }
  addReviewCommands(program, terminal, done);
  addAdopt(program.command("adopt"), terminal, done);
  addDoctor(program.command("doctor"), terminal, done);
  addCompletion(program, terminal.out);
  return program;
}
