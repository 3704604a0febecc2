/** Codes that are no longer used, with what they meant: they are never given again. */
export const retiredCodes: Readonly<Record<`CP${number}`, string>> = {};
