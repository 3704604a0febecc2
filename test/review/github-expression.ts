import { existsSync } from "node:fs";
import { join } from "node:path";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** What expressions of a job or a step see. */
export interface Scope {
  contexts: Readonly<Record<string, unknown>>;
  /** How what came before has ended: the jobs that a job needs, or the earlier steps of a step. */
  hasFailed: boolean;
  /** Folder of `hashFiles`. */
  cwd?: string;
}

type Value = string | number | boolean | null | undefined;

/** Evaluates an expression with GitHub's own evaluator. */
export function evaluate(expression: string, { contexts, hasFailed, cwd = "." }: Scope): Value {
  const functions = [
    { name: "always", minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(true) },
    { name: "success", minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(!hasFailed) },
    { name: "failure", minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(hasFailed) },
    {
      ...{ name: "hashFiles", minArgs: 1, maxArgs: 1 },
      // Whether there is one is all that the workflows ask.
      call: (path: data.ExpressionData) =>
        new data.StringData(existsSync(join(cwd, path.coerceString())) ? "present" : ""),
    },
  ];
  const parser = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions);
  const known = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const byName = new Map(functions.map((one) => [one.name.toLowerCase(), one]));
  const result = new Evaluator(parser.parse(), known, byName).evaluate();
  return JSON.parse(JSON.stringify(result, data.replacer)) as Value;
}

/** Whether a job or a step runs: after a failure only where its condition asks for the status itself. */
export function isRun(condition: string | undefined, scope: Scope): boolean {
  const text = condition?.replace(/^\$\{\{(.*)\}\}$/s, "$1") ?? "success()";
  const asks = /\b(always|success|failure|cancelled)\(\)/.test(text);
  return Boolean(evaluate(asks ? text : `success() && (${text})`, scope));
}

/** A text with the values of its expressions. */
export function filled(text: string, scope: Scope): string {
  return text.replace(/\$\{\{(.+?)\}\}/gs, (_, expression: string) => String(evaluate(expression, scope) ?? ""));
}
