/** Codes that are no longer used, with their former meaning: they are never reused. */
export const retiredCodes: Readonly<Record<`CP${number}`, string>> = {};
