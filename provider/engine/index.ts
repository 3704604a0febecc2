/** The adapter to Pulumi's dynamic provider. */

export { knownFields } from "../schema/known-fields.ts";
export { inOrderOf } from "../schema/order.ts";
export { isUnknown, unknownValue } from "../schema/unknowns.ts";
export { BatchedReader } from "./batched-reader.ts";
export { cancellation, watchForCancel } from "./cancellation.ts";
export { Claims } from "./claims.ts";
export { type Configuration, configuredClient } from "./configuration.ts";
export { ConflictError, CreatedEarlier, type CreateOnce, createOnce } from "./create-once.ts";
export { notesOf } from "./creation-notes.ts";
export { type ResourceDefinition, tokenOf } from "./definition.ts";
export { dynamicProvider } from "./dynamic.ts";
export { refuseElsewhere } from "./elsewhere.ts";
export { operationDetail, operationText, parseNumericId, quietStacks } from "./failure.ts";
export {
  type AnyHandler,
  type CheckContext,
  type CheckFailure,
  type Context,
  type CreateContext,
  type Handler,
  type Intent,
  OperationError,
  PartialFailureError,
  type Properties,
  type ReadResult,
  type UpdateRequest,
} from "./handler.ts";
export { inParallel } from "./in-parallel.ts";
export type { Args, DeepInput, Outputs, StateOf } from "./input.ts";
export { askedOf, forgetIntent, IntentRecord } from "./intent.ts";
export { inputDifferences, liveInputs, outputsIn, shownInputs } from "./live-inputs.ts";
export { loaderText } from "./loader.ts";
export { atPlace, valueText } from "./operation-secrets.ts";
export { adoptionFailures } from "./operations/adopt.ts";
export { createResource } from "./operations/create.ts";
export { deleteObject } from "./operations/delete.ts";
export { changed } from "./operations/diff.ts";
export { Owners } from "./owners.ts";
export { partName, partUrn } from "./parts.ts";
export { refuseUnplanned, UnplannedError } from "./planned.ts";
export { adoptionsOf } from "./program-adoptions.ts";
export { logToEngine } from "./pulumi-log.ts";
export { CloudResource, isResourceOf, type ResourceKind } from "./resource.ts";
export { isLater } from "./secret-paths.ts";
export { stackState } from "./stack-state.ts";
export { nativeToken } from "./type-token.ts";
export { noteDeclared } from "./unfinished.ts";
export { highestUnreadId, refuseUnread } from "./unread-objects.ts";
