import { type Command, Option } from "commander";
import { complete, type PackConfig, presetNames } from "../config/index.ts";
import type { PresetName } from "../config/presets.ts";
import { casesText, testCases } from "./cases.ts";
import { explain, list } from "./list.ts";
import { ownConfig } from "./pack-arguments.ts";

interface ConfigOptions {
  config?: string;
  preset?: PresetName;
  stack?: string;
}

/** Adds the commands for rule owners. `done` gets the exit code. */
export function addRuleCommands(program: Command, done: (code: number) => void): void {
  const print = (text: string) => void process.stdout.write(text);
  configured(program.command("list").description("List every rule with its configured level."))
    .option("--json", "Print JSON")
    .option("--framework <name>", "Only rules with controls of this framework")
    .action(async (options: ConfigOptions & { json?: boolean; framework?: string }) =>
      print(list(await configOf(options), options.json === true, options.framework)),
    );
  configured(
    program.command("explain <rule>").description("Explain a rule: its requirement, levels and parameters."),
  ).action(async (rule: string, options: ConfigOptions) => print(explain(rule, await configOf(options))));
  configured(
    program.command("config").description("Print the resolved configuration, for pulumi --policy-pack-config."),
  ).action(async (options: ConfigOptions) => print(`${JSON.stringify(await configOf(options), undefined, 2)}\n`));
  configured(
    program
      .command("test <folder>")
      .description("Run the test cases of a folder (*.json) against the configuration, and list rules without a case."),
  )
    .addHelpText(
      "after",
      `
A case: { "title": "…", "rule": "pool-minimum-nodes", "expect": "violation", "message": "at least 3",
          "resources": [{ "type": "kubernetes:Cluster", "inputs": { "pools": [{ "minNodeCount": 1 }] } }] }
Exit code 1: a case failed.`,
    )
    .action(async (folder: string, options: ConfigOptions) => {
      const result = await testCases(folder, await configOf(options));
      print(casesText(result));
      if (result.failures.length > 0) done(1);
    });
}

function configured(command: Command): Command {
  return command
    .option("--config <file>", "Configuration of the pack")
    .addOption(new Option("--preset <name>", "Preset that the configuration is based on").choices(presetNames))
    .option("--stack <name>", "Stack whose section of the configuration applies");
}

async function configOf({ config, preset, stack }: ConfigOptions): Promise<PackConfig> {
  const { merged } = await ownConfig(config, preset, stack);
  return complete(merged);
}
