/**
 * Everything that reads a schema of the contract: names, metadata of fields, validation issues, canonical form, order, unknown
 * values. No I/O, nothing of Pulumi.
 */

export { isUnknown, unknownPaths, unknownValue } from "../values/unknown.ts";
export { canonical } from "./canonical.ts";
export { nearest, unknownKeyText } from "./did-you-mean.ts";
export {
  alternative,
  child,
  defaultOf,
  descriptionOf,
  isOptional,
  mapWithSchema,
  metadataOf,
  oncePerSchema,
  shapeOf,
  unwrap,
} from "./fields.ts";
export { type Camel, camel, fromWire, pathText, toWire, userPath } from "./naming.ts";
export { inOrderOf } from "./order.ts";
export { immutableInputs, replacingInputs, undecidedInputs } from "./replacing.ts";
export { otherSpelling, readResponse } from "./response.ts";
export { mapSecretValues } from "./secrets.ts";
export { type Change, type FieldPath, lostFields, removesParts, sendBack } from "./send-back.ts";
export { sentIn, unreadOf, withValues } from "./unparsed.ts";
export { accepts, isUnset, withoutUnset } from "./unset.ts";
export { isOpenEnum, isUnsetValue, type UnsetKind, unsetKind, unsetValue } from "./unset-kinds.ts";
export { fieldNames, knownFields, userSchema } from "./user-schema.ts";
export {
  type IssueKind,
  issueText,
  rangeWords,
  type ValidationIssue,
  validationIssues,
  withNoun,
} from "./validation-issues.ts";
