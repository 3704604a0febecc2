import { type OperationClient, RequestError, SettingsError } from "../../client/index.ts";
import { waysToSet } from "../../client/settings.ts";
import { assumeUnchanged } from "../../schema/assume-unchanged.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnknown } from "../../values/unknown.ts";
import { checkInputs } from "../compare/validate-inputs.ts";
import { OperationError } from "../handler/errors.ts";
import type { AnyHandler, CheckFailure, Context } from "../handler/handler.ts";
import { recordOf } from "../records/create-record-file.ts";
import { adoptionFailures, adoptionText } from "./adopt.ts";
import { operationText } from "./errors.ts";
import { otherKindFailures } from "./other-kind.ts";
import { rehearseCreation } from "./rehearse.ts";
import { renamedText } from "./renamed.ts";
import { confirmStackAccount } from "./state-origin.ts";

export interface CheckRequest {
  given: Properties;
  declared: Properties | undefined;
  replacing: boolean | undefined;
  adopt: unknown;
  /** Id of the object that the engine imports. It was read before, and is declared as it is. */
  imported: string | undefined;
  /** Name of the provider that serves the resource, if known. */
  servedBy: string | undefined;
  /** Throws a SettingsError. */
  context(): Context;
  /** Shows a lasting text on the resource's line. */
  inform(text: string): void;
}

/** Checks inputs at preview and before every deployment. */
export async function checkResource(
  handler: AnyHandler,
  request: CheckRequest,
): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
  const settings = settingsFailure(request);
  const given = settings === undefined ? withSettings(handler, request.given, request.context().client) : request.given;
  const checked = checkInputs(handler, given);
  const missing = checked.failures.map((failure) => withWaysToSet(handler, failure));
  const failures = settings === undefined ? missing : [...missing, settings];
  if (failures.length > 0) return { inputs: request.given, failures };

  const otherKind = request.declared === undefined ? [] : otherKindFailures(handler, request.declared);
  if (otherKind.length > 0) return { inputs: request.given, failures: otherKind };

  const { replacing } = request;
  const operation = request.context();
  const { client, urn } = operation;
  const declared = request.declared && inOrderOf(handler.schema, request.declared, checked.inputs);
  // An object in state was adopted already.
  const adopting = request.adopt !== undefined && declared === undefined;
  const resuming = declared === undefined && (await recordOf(urn, client)).previous !== undefined;
  const assumed = assumeUnchanged(handler.schema, checked.inputs, declared);
  const context = { ...operation, declared, assumed, replacing, resuming, adopting, isUnknown };
  const own = await handler.check?.(checked.inputs, context);
  const inputs = own?.inputs ?? checked.inputs;
  const found = [...(own?.failures ?? [])];
  const isCreation = declared === undefined && !adopting && !replacing && request.imported === undefined;
  if (isCreation || adopting) found.push(...(await accountFailures(handler.noun, request, operation)));
  if (adopting && found.length === 0)
    found.push(...(await adoptionFailures(handler, request.adopt, inputs, operation)));
  // A resource with parts rehearses the creation of each part.
  if (isCreation && handler.parts === undefined && found.length === 0)
    found.push(...(await rehearseCreation(handler, inputs, operation)));
  const renamed = isCreation && found.length === 0 ? await renamedText(handler, inputs, operation) : undefined;
  if (renamed !== undefined) operation.warn(renamed);
  if (adopting && found.length === 0) request.inform(adoptionText(handler.noun, request.adopt));
  return found.length > 0 ? { inputs: request.given, failures: found } : { inputs, failures: [] };
}

/** Reports a missing setting at preview, not only when the first object is created. */
function settingsFailure(request: CheckRequest): CheckFailure | undefined {
  try {
    request.context();
    return undefined;
  } catch (error) {
    if (error instanceof SettingsError) return { property: "", reason: error.detail, code: error.errorCode };
    throw error;
  }
}

/** Names the setting that can provide a missing value. */
function withWaysToSet(handler: AnyHandler, failure: CheckFailure): CheckFailure {
  const setting = handler.fromSettings?.find((name) => name === failure.property);
  if (setting === undefined || failure.reason !== "is required") return failure;
  return { ...failure, reason: `is required; ${waysToSet(setting)}` };
}

/** Fills in project, region and client from the settings. */
function withSettings(handler: AnyHandler, given: Properties, client: OperationClient): Properties {
  const filled = { ...given };
  for (const name of handler.fromSettings ?? [])
    if (filled[name] === undefined && client.settings[name] !== undefined) filled[name] = client.settings[name];
  return filled;
}

/** Returns no failure if the settings are wrong, which rehearsal and import report, or if the platform fails temporarily. */
async function accountFailures(
  noun: string,
  { adopt: importId, servedBy }: CheckRequest,
  context: Context,
): Promise<CheckFailure[]> {
  const what = operationText(importId === undefined ? "Creating" : "Importing", noun, context.name);
  try {
    await confirmStackAccount(what, servedBy, context);
    return [];
  } catch (error) {
    if (error instanceof OperationError) return [{ property: "", reason: error.detail, code: error.errorCode }];
    if (error instanceof RequestError) return [];
    throw error;
  }
}
