import { createHash } from "node:crypto";

/** Hash of a schema without its documentation: a change of wording does not affect the SDKs. */
export function structureHash(schema) {
  const texts = new Set(["description", "deprecationMessage"]);
  // A property may have one of these names; then its value is an object.
  const structure = JSON.parse(schema, (key, value) =>
    texts.has(key) && typeof value === "string" ? undefined : value,
  );
  return createHash("sha256").update(JSON.stringify(structure)).digest("hex");
}
