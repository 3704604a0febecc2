import type { Command } from "commander";
import { timestampRule } from "../api/field.ts";
import { InputError } from "../client/index.ts";
import { type Lookup, mapSecrets } from "../functions/lookup.ts";
import { exitCodes } from "./exit-codes.ts";
import { argumentOf, flagsOf, kebab, optionOf } from "./flags.ts";
import type { LookupCommand } from "./lookup-command.ts";
import { clientFor, progressLine, type Terminal } from "./terminal.ts";
import { refuseUnused } from "./unused-flags.ts";

type LooseLookup = Lookup<Record<string, unknown>, unknown>;

/** Adds the arguments of a lookup to a command: positional arguments, flags, `--json`, help. */
export function addArguments(
  target: Command,
  lookup: LooseLookup | Lookup<never, unknown>,
  positional: readonly string[],
) {
  for (const name of positional) target.argument(`[${kebab(name)}]`, `Alternative to --${kebab(name)}`);
  // Required flags are validated together with the others, so that one error lists every problem.
  for (const flag of flagsOf(lookup.definition)) target.addOption(optionOf(flag));
  return target.option("--json", "Print the result as JSON");
}

/** Adds the command of a lookup. */
export function addLookup(target: Command, spec: LookupCommand, terminal: Terminal, done: (code: number) => void) {
  const { lookup, positional, check, example, view } = spec;
  addArguments(target, lookup, positional);
  if (check !== undefined) target.option("--check", `Exit with code ${exitCodes.checked} ${check}.`);
  target.addHelpText("after", `\nExample:\n  $ cloudplatform ${example}`);
  target.action(async (...given: unknown[]) => {
    const { json, check: isCheck, ...args } = argumentsOf(target, lookup, positional, given);
    const progress = progressLine(terminal);
    const ask = lookup as unknown as LooseLookup;
    const options = { client: await clientFor(terminal), signal: terminal.signal, onPage: progress.show };
    const response = await withFlagNames(positional, () => ask(args, options).finally(progress.end));
    const result = mapSecrets(lookup.definition, response, () => "[secret]");
    const shown = view(result);
    terminal.out(`${json === true ? jsonText(result) : shown.text || "None."}\n`);
    if (shown.note !== undefined && json !== true) terminal.err(`${shown.note}\n`);
    done(isCheck === true && shown.checkFailed === true ? exitCodes.checked : exitCodes.done);
  });
}

/** The lookup's arguments from flags and positional arguments. */
export function argumentsOf(
  target: Command,
  lookup: Lookup<never, unknown>,
  positional: readonly string[],
  given: readonly unknown[],
): Record<string, unknown> {
  const args: Record<string, unknown> = { ...target.opts() };
  const flags = flagsOf(lookup.definition);
  // commander returns values of `choices` as text.
  for (const flag of flags)
    if (typeof args[flag.name] === "string") args[flag.name] = argumentOf(flag.schema, String(args[flag.name]));
  positional.forEach((name, index) => {
    const text = given[index];
    if (typeof text !== "string") return;
    refuseUnused(target, [name], `combined with the argument <${kebab(name)}>`);
    args[name] = argumentOf(flags.find((flag) => flag.name === name)?.schema, text);
  });
  return args;
}

/** Replaces argument names in problems by their flags, and adds the forms that only flags accept. */
export async function withFlagNames<T>(positional: readonly string[], action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const spelled = error.problems.map((problem) =>
      problem
        .replace(/^[A-Za-z]\w*/, (name) => (positional.includes(name) ? `<${kebab(name)}>` : `--${kebab(name)}`))
        .replace(timestampRule, `${timestampRule}, a date such as 2026-01-31, or a time ago such as 30m, 2h or 7d`),
    );
    throw new InputError("The command", spelled);
  }
}

/** JSON with bigints as integers with all digits. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (typeof each === "bigint" ? String(each) : each), 2);
}
