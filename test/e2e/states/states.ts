/** Collections of the emulator that hold the objects of a recorded state. */
export const collections = ["ruleTemplates", "clusters", "reservations", "appTemplates"] as const;

/** Stands in recorded files for the base URL of the platform. */
export const urlMark = "http://platform.invalid";

/** Statements that declare the program of a version. */
export const programOf = (version: string) => `await import("../../e2e/states/${version}/program.ts");`;
