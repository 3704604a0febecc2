/**
 * Everything that reads a schema of the contract: names, metadata of fields, validation issues, canonical form, order, unknown
 * values. No I/O, nothing of Pulumi.
 */

export { isUnknown, unknownValue } from "../values/unknown.ts";
export { assumeUnchanged } from "./assume-unchanged.ts";
export { canonical, withDefaults } from "./canonical.ts";
export { nearest, unknownKeyText } from "./did-you-mean.ts";
export { defaultOf, descriptionOf, isOptional, metadataOf, oncePerSchema, unwrap } from "./fields.ts";
export { immutableInputs } from "./immutable.ts";
export { knownFields } from "./known-fields.ts";
export { mapWithSchema } from "./map.ts";
export {
  alternative,
  type Camel,
  camel,
  child,
  fromWire,
  pathText,
  toWire,
  type UnknownKey,
  userPath,
} from "./naming.ts";
export { inOrderOf } from "./order.ts";
export { type InputChange, replacingInputs, undecidedInputs } from "./replacing.ts";
export { otherSpelling, type ReadIssue, readResponse } from "./response.ts";
export { mapSecretValues } from "./secrets.ts";
export { type Change, type FieldPath, sendBack } from "./send-back.ts";
export { unknownFieldsOf, withValues } from "./unknown-response-fields.ts";
export { concernsUnknown, unknownPaths, withoutUnknowns } from "./unknowns.ts";
export { sentIn, unreadOf } from "./unread.ts";
export { accepts, isSameAsOmitted, isUnset, withoutUnset } from "./unset.ts";
export { isOpenEnum, isUnsetValue, type UnsetKind, unsetKind, unsetValue } from "./unset-kinds.ts";
export { fieldNames, userSchema } from "./user-schema.ts";
export {
  type IssueKind,
  issueText,
  rangeWords,
  type ValidationIssue,
  validationIssues,
  withNoun,
} from "./validation-issues.ts";
