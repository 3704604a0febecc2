import type { ErrorTable } from "./entry.ts";

/** Failures of checks at preview, of every resource. */
export const checkErrors = {
  CP2001: {
    title: "A required input is missing",
    cause: "The program does not set it, and no setting provides it.",
    remedy: "Set the input. Project, region and client can also be settings.",
  },
  CP2002: {
    title: "An input is not known",
    cause: "The name is misspelt or belongs to another resource.",
    remedy: "Use the name that the message suggests; the reference page of the resource lists all of them.",
  },
  CP2003: {
    title: "An input has the wrong type",
    cause: "For example a text where a number is required.",
    remedy: "Give a value of the type that the message names.",
  },
  CP2004: {
    title: "An input is outside of its range",
    cause: "A number, the length of a text or the number of elements exceeds a bound of the platform.",
    remedy: "Bring the input into the range that the message names.",
  },
  CP2005: {
    title: "An input is not an allowed value",
    cause: "The input accepts only the values that the message lists.",
    remedy: "Use one of them.",
  },
  CP2006: {
    title: "An input has the wrong form",
    cause: "A text does not match its format, a key is not allowed, or inputs contradict each other.",
    remedy: "Correct the input as the message says.",
  },
  CP2007: {
    title: "A value is needed that is not stored",
    cause:
      "The resource has `writeOnly: true`, so that its secrets are in no state, and the program does not give one: the option `ignoreChanges` takes it from the state, or an import is under way.",
    remedy:
      "Give the value in the program and take it out of `ignoreChanges`; import without `writeOnly`, then add it.",
  },
} as const satisfies ErrorTable;
