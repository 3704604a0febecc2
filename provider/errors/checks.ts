import type { ErrorTable } from "./entry.ts";

/** Failures of checks at preview, of every resource. */
export const checkErrors = {
  CP2001: {
    title: "A required input is missing",
    remedy: "Set it. Project, region and client can also be settings.",
  },
  CP2002: {
    title: "An input is unknown",
    cause: "The name is misspelled or belongs to another resource.",
    remedy: "Use the name that the message suggests.",
  },
  CP2003: {
    title: "An input has the wrong type",
    remedy: "Use the type that the message names.",
  },
  CP2004: {
    title: "An input is out of range",
    remedy: "Use a value, length or number of elements within the range in the message.",
  },
  CP2005: {
    title: "An input is not an allowed value",
    remedy: "Use a value that the message lists.",
  },
  CP2006: {
    title: "An input is malformed",
    cause: "It does not match its format, has an unknown key, or contradicts another input.",
    remedy: "Correct it as the message says.",
  },
  CP2007: {
    title: "A value is needed that is not stored",
    cause:
      "With `writeOnly: true` state has no secrets, and the program provides none because of `ignoreChanges` or an import.",
    remedy: "Set it in the program and remove it from `ignoreChanges`. Import without `writeOnly`, then add it.",
  },
} as const satisfies ErrorTable;
