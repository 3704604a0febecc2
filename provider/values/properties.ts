/** A plain object of a resource: inputs or state in the user's spelling. */
export type Properties = Record<string, unknown>;
