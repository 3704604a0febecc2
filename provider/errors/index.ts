/** All families of errors, by code: plain data without imports, which every part of the product can use. */
import { checkErrors } from "./checks.ts";
import { clientErrors } from "./client.ts";
import { commandErrors } from "./commands.ts";
import { engineErrors } from "./engine.ts";
import { programErrors } from "./programs.ts";
import { resourceErrors } from "./resources.ts";

export { codedText, type ErrorEntry, type ErrorTable } from "./entry.ts";
export { retiredCodes } from "./retired.ts";

/** Families of errors of all packages. */
export const errorTable = {
  ...clientErrors,
  ...checkErrors,
  ...engineErrors,
  ...resourceErrors,
  ...commandErrors,
  ...programErrors,
  CP9001: {
    title: "The provider has a bug",
    remedy: "Report the whole text. Run `pulumi refresh` before the next `up`.",
  },
} as const;

/** The stable code of a family of errors. */
export type ErrorCode = keyof typeof errorTable;
