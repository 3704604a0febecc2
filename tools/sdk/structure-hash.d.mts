/** Hash of a schema without its documentation. */
export function structureHash(schema: string): string;
