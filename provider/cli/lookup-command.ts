import type { Lookup } from "../functions/lookup.ts";
import type { View } from "./view.ts";

/** The command of a lookup. */
export interface LookupCommand {
  /** `apps` in `cloudplatform edge apps`. Empty: the command of the area itself. */
  name: string;
  lookup: Lookup<never, unknown>;
  /** Positional arguments, in this order. */
  positional: readonly string[];
  view(result: unknown): View;
  /** Describes when `--check` ends with exit code 4. */
  check?: string;
  example: string;
}

/** Defines a command, typed by the result of its lookup. */
export function command<Args, Result>(
  name: string,
  lookup: Lookup<Args, Result>,
  spec: {
    positional?: readonly string[];
    view: (result: Result) => View;
    check?: string;
    example: string;
  },
): LookupCommand {
  return {
    positional: [],
    ...spec,
    name,
    lookup: lookup as unknown as Lookup<never, unknown>,
    view: (result) => spec.view(result as Result),
  };
}
