import { existsSync } from "node:fs";
import { join } from "node:path";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** The context in which a job's or step's expressions are evaluated. */
export interface Scope {
  contexts: Readonly<Record<string, unknown>>;
  /** Whether a needed job failed, or an earlier step of the same job. */
  hasFailed: boolean;
  /** Folder for `hashFiles`. */
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
      // The workflows only ask whether the file exists.
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

/** Whether a job or step runs. After a failure it runs only if its condition calls a status function. */
export function isRun(condition: string | undefined, scope: Scope): boolean {
  const text = condition?.replace(/^\$\{\{(.*)\}\}$/s, "$1") ?? "success()";
  const asks = /\b(always|success|failure|cancelled)\(\)/.test(text);
  return Boolean(evaluate(asks ? text : `success() && (${text})`, scope));
}

/** Replaces the expressions in a text with their values. */
export function filled(text: string, scope: Scope): string {
  return text.replace(/\$\{\{(.+?)\}\}/gs, (_, expression: string) => String(evaluate(expression, scope) ?? ""));
}
