import type { Command } from "commander";
import { withZone } from "../api/index.ts";
import { InputError } from "../client/index.ts";
import { type Lookup, turnAnswerSecrets } from "../lookups/lookup.ts";
import type { LookupCommand } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { argumentOf, flagsOf, kebab, optionOf } from "./flags.ts";
import { clientFor, progressLine, type Terminal } from "./terminal.ts";

type LooseLookup = Lookup<Record<string, unknown>, unknown>;

/** Adds what a lookup takes to a command: positional arguments, flags, `--json`, help. */
export function describe(target: Command, lookup: LooseLookup | Lookup<never, unknown>, positional: readonly string[]) {
  const flags = flagsOf(lookup.definition);
  for (const name of positional) target.argument(`[${kebab(name)}]`, `may also be given as --${kebab(name)}`);
  for (const flag of flags) {
    const option = optionOf(flag);
    // Required ones are checked with all others, so that one answer names every problem.
    if (flag.required) option.description = `${option.description} Required.`;
    target.addOption(option);
  }
  return target.option("--json", "Prints the answer as JSON.");
}

/** A lookup's command. */
export function addLookup(target: Command, written: LookupCommand, terminal: Terminal, done: (code: number) => void) {
  const { lookup, positional, check, example, view } = written;
  describe(target, lookup, positional);
  if (check !== undefined) target.option("--check", `Ends with exit code ${exitCodes.checked} ${check}.`);
  target.addHelpText("after", `\nExample:\n  $ cloudplatform ${example}`);
  target.action(async (...given: unknown[]) => {
    const { json, check: isCheck, ...args } = argumentsOf(target, lookup, positional, given);
    const progress = progressLine(terminal);
    const ask = lookup as unknown as LooseLookup;
    const options = { client: clientFor(terminal), signal: terminal.signal, onPage: progress.show };
    const answer = await inFlags(positional, () => ask(args, options).finally(progress.end));
    const result = turnAnswerSecrets(lookup.definition, answer, () => "[secret]");
    const shown = view(result);
    terminal.out(`${json === true ? jsonText(result) : shown.text || "None."}\n`);
    if (shown.note !== undefined && json !== true) terminal.err(`${shown.note}\n`);
    done(isCheck === true && shown.alarm === true ? exitCodes.checked : exitCodes.done);
  });
}

/** Flags and positional arguments as the lookup takes them. */
export function argumentsOf(
  target: Command,
  lookup: Lookup<never, unknown>,
  positional: readonly string[],
  given: readonly unknown[],
): Record<string, unknown> {
  const args: Record<string, unknown> = { ...target.opts() };
  const flags = flagsOf(lookup.definition);
  // commander turns values of `choices` into text and leaves them so.
  for (const flag of flags)
    if (typeof args[flag.name] === "string") args[flag.name] = argumentOf(flag.schema, String(args[flag.name]));
  positional.forEach((name, index) => {
    const text = given[index];
    if (typeof text !== "string") return;
    args[name] = argumentOf(flags.find((flag) => flag.name === name)?.schema, text);
  });
  const { from, to } = args;
  if (typeof from === "string" && typeof to === "string" && Date.parse(withZone(from)) > Date.parse(withZone(to)))
    throw new InputError("The lookup", [`--from: must not be after --to; ${from} is after ${to}`]);
  return args;
}

/** Problems name arguments as a program spells them; on a command line they are flags. */
export async function inFlags<T>(positional: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const spelled = error.problems.map((problem) =>
      problem.replace(/^[A-Za-z]\w*/, (name) => (positional.includes(name) ? `<${kebab(name)}>` : `--${kebab(name)}`)),
    );
    throw new InputError("The lookup", spelled);
  }
}

/** JSON in which a bigint is a number with all its digits. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (typeof each === "bigint" ? String(each) : each), 2);
}
