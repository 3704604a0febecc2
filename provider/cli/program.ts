import { Command } from "commander";
import { environmentSecrets } from "../client/environment-secrets.ts";
import { InputError } from "../client/index.ts";
import { redactor } from "../client/redact.ts";
import manifest from "../package.json" with { type: "json" };
import { addAdopt } from "./adopt/command.ts";
import { areas } from "./areas.ts";
import { addCdnMatch } from "./cdn-match.ts";
import { addCompletion } from "./completion.ts";
import { addCost } from "./cost/command.ts";
import { addDoctor } from "./doctor/command.ts";
import { errorText, exitCodeOf, exitCodes, exitCodesHelp } from "./exit-codes.ts";
import { addExplain } from "./explain.ts";
import { addHelp } from "./help.ts";
import { addInventory } from "./inventory/command.ts";
import { addLogs } from "./logs.ts";
import { addMcp } from "./mcp/command.ts";
import { addReviewCommands } from "./review-commands.ts";
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
    // commander has already printed its own errors.
    if (!isCommanders(error) && exit !== exitCodes.interrupted)
      terminal.err(`${redactorOf(terminal)(errorText(error))}\n`);
    if (error instanceof InputError) terminal.err("--help lists the arguments of the command.\n");
    return exit;
  }
}

/** A backend's error may contain its URL with the password. */
function redactorOf({ environment }: Terminal) {
  return redactor(environmentSecrets(environment), "[secret]");
}

function isCommanders(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}

/** Builds the command line. Lookup names such as `getApps` are aliases of the commands. */
export function buildProgram(terminal: Terminal, done: (code: number) => void): Command {
  const program = new Command("cloudplatform")
    .description("Query the platform, import existing objects, and review and apply changes to Pulumi stacks.")
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .version(manifest.version, "-V, --version", "Show the version")
    .helpOption("-h, --help", "Show this help")
    .exitOverride()
    .addHelpText("after", exitCodesHelp);
  for (const [name, { description, commands }] of Object.entries(areas)) {
    const area = program.command(name).description(description);
    for (const spec of commands) {
      const { endpoint, name: full } = spec.lookup.definition;
      const target = spec.name === "" ? area : area.command(spec.name).description(`${endpoint.summary}.`);
      if (spec.name !== "") target.alias(full.split(".")[1] ?? "");
      addLookup(target, spec, terminal, done);
    }
    if (name === "cdn") addCdnMatch(area.command("match"), terminal, done);
    if (name === "edge")
      addLogs(area.command("logs").alias("getAppLogs").description("List the logs of an edge app."), terminal, done);
  }
  addReviewCommands(program, terminal, done);
  addAdopt(program.command("adopt"), terminal, done);
  addInventory(program.command("inventory"), terminal, done);
  addCost(program.command("cost"), terminal, done);
  addDoctor(program.command("doctor"), terminal, done);
  addExplain(program.command("explain"), terminal, done);
  addMcp(program.command("mcp"), terminal, done);
  addCompletion(program, terminal.out);
  addHelp(program);
  return program;
}
