/** Emulator collections with the objects of a recorded state. */
export const collections = ["ruleTemplates", "clusters", "reservations", "appTemplates"] as const;

/** Placeholder for the platform's base URL in recorded files. */
export const urlMark = "http://platform.invalid";

/** Returns the statement that loads the program of a version. */
export const programOf = (version: string) => `await import("../../e2e/states/${version}/program.ts");`;
