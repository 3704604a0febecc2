import { addCompletion } from "@cloudplatform/pulumi/completion";
import { Command, CommanderError, Option } from "commander";
import { ConfigError, presetNames } from "../config/index.ts";
import manifest from "../package.json" with { type: "json" };
import { check } from "./check.ts";
import { CheckError } from "./error.ts";
import { exitCodes } from "./exit-code.ts";
import { formatNames } from "./formats/index.ts";
import { type CheckOptions, checkOptions } from "./options.ts";
import { severities } from "./report.ts";
import { addRuleCommands } from "./rule-commands.ts";

/** Runs `cloudplatform-policy <arguments>` and returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.passed;
  const program = commandLine(async (given) => {
    code = await check(readOptions(given));
  });
  addCompletion(program, (text) => process.stdout.write(text));
  addRuleCommands(program, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.passed : exitCodes.notRun;
    // An unexpected error is no result either.
    const isExpected = error instanceof ConfigError || error instanceof CheckError;
    const text = error instanceof Error ? ((isExpected ? undefined : error.stack) ?? error.message) : String(error);
    process.stderr.write(`${isExpected ? "" : "Unexpected error, please report it: "}${text}\n`);
    return exitCodes.notRun;
  }
}

function readOptions(given: unknown): CheckOptions {
  const parsed = checkOptions.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new CheckError(parsed.error.issues.map(({ message }) => message).join("\n"), "CP5004");
}

/** Builds the command line. A test compares it with the workflow files of examples/ci. @internal */
export function commandLine(onCheck: (options: unknown) => Promise<void>): Command {
  const program = new Command("cloudplatform-policy")
    .description("Check a change with the policy pack, without a login.")
    .version(manifest.version, "-V, --version", "Show the version")
    .helpOption("-h, --help", "Show this help")
    .helpCommand("help [command]", "Show the help of a command")
    .exitOverride();
  program
    .command("check")
    .description("Run a preview with the pack and report violations.")
    .option("--pack <folder...>", "Policy packs (default: the pack of this package)")
    .option("--config <file...>", "Configuration of each pack, in the order of the packs")
    .addOption(new Option("--preset <name>", "Preset that the configuration is based on").choices(presetNames))
    .option("--stack <name>", "Stack to preview (default: the selected one)")
    .option("--new-stack", "Evaluate the program as a new stack, in a temporary backend")
    .option("--state <file>", "Evaluate a state (pulumi stack export) instead of a preview")
    .option("-C, --cwd <folder>", "Folder of the Pulumi project", ".")
    .addOption(new Option("--format <name>", "Format of the report").choices(formatNames).default("text"))
    .option("--output <file>", "File for the report (default: standard output)")
    .option("--report <format=file...>", "Additional reports of the same run, such as sarif=policies.sarif")
    .addOption(
      new Option("--fail-on <severity>", "Also fail on advisory violations of at least this severity").choices(
        severities,
      ),
    )
    .option("--framework <name>", "Report only rules with controls of this framework, such as iso-27001 or cis-v8")
    .option("--baseline <file>", "Known violations; only new violations fail")
    .option("--write-baseline <file>", "Write the current violations to this file, and fail on none of them")
    .addHelpText(
      "after",
      `
Exit codes
  0  no mandatory violation
  1  a mandatory violation
  2  no result: an invalid option or configuration, an unreadable stack, a failed preview, or a report that could
     not be written`,
    )
    .action(onCheck);
  return program;
}
