import type { z } from "zod";
import { InputError } from "../../client/index.ts";
import { issueText, validationIssues } from "../../schema/index.ts";
import type { Terminal } from "../terminal.ts";

/** What tools get. */
export interface ToolContext {
  terminal: Terminal;
  /** Folder of the projects that tools may read. */
  folder: string;
  /** Aborted when the request is cancelled, and when the server ends. */
  signal: AbortSignal;
  /** Redacts these texts in everything that the server sends from now on. */
  keepSecret(secrets: readonly string[]): void;
}

/** A tool of the protocol. */
export interface Tool {
  /** Letters, digits and underscores; some clients accept nothing else. */
  name: string;
  description: string;
  /** Schema of the arguments, in the user's spelling. */
  input: z.ZodObject;
  run(given: Record<string, unknown>, context: ToolContext): Promise<string>;
}

/** Defines a tool. Arguments are validated here, so that errors read like those of every command. */
export function tool<Input extends z.ZodObject>(
  name: string,
  description: string,
  input: Input,
  run: (given: z.output<Input>, context: ToolContext) => Promise<string> | string,
): Tool {
  return {
    ...{ name, description, input },
    run: async (given, context) => {
      const problems = validationIssues(input, given);
      if (problems.length > 0) throw new InputError(`The call of ${name}`, problems.map(issueText));
      return run(input.parse(given), context);
    },
  };
}
