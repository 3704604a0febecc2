/** Pulumi's formats for packages beside this one: markers and URNs. */

export { parentsOf } from "./aliases.ts";
export { isUnknownText, secretSignature, signatureKey } from "./markers.ts";
export { nameOfUrn, typeOfUrn } from "./urn.ts";
