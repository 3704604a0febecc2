import { PlatformError } from "../../client/index.ts";
import { partName } from "../../pulumi/formats/composite.ts";
import { assumeUnchanged } from "../../schema/assume-unchanged.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnknown, unknownPaths } from "../../values/unknown.ts";
import { inputDifferences } from "../compare/live-inputs.ts";
import { OperationError } from "../handler/errors.ts";
import type { AnyHandler, CheckFailure, Context, ReadResult } from "../handler/handler.ts";
import { undeleted } from "../ownership/deletions.ts";
import { refuseImported } from "../ownership/refusals.ts";
import { recordOf } from "../records/create-record-file.ts";
import { valueText } from "../secrets/operation-secrets.ts";
import { leftText } from "./earlier-object.ts";
import { operationDetail, operationText } from "./errors.ts";
import type { ChangeRequest } from "./request.ts";

type Seen = ReadResult<Properties, Properties>;

/** Adopts an existing object into state. Never creates or changes an object. */
export async function adopt(handler: AnyHandler, importId: unknown, inputs: Properties, context: Context) {
  const { found, failures } = await readForAdoption(handler, importId, inputs, context, { isStep: true });
  if (found !== undefined && failures.length === 0) return found;
  const reasons = failures.map(({ property, reason }) => (property === "" ? reason : `${property} ${reason}`));
  throw new OperationError(
    `${operationText("Importing", handler.noun, context.name)} was refused: ${reasons.join("; ")}`,
    "CP2103",
  );
}

/**
 * Refuses the import of a resource, or of a rule of a set, that has another object in state: only a creation imports. The object
 * that the program names would be left to nobody, or deleted with the rule that had it.
 */
export function refuseLateImport(
  { noun, partNoun = noun, importId, parts, imports }: AnyHandler,
  { adopt, inputs, deployed }: ChangeRequest,
  name: string,
): void {
  const refuse = (what: string, held: string, id: string, remedy: string) => {
    if (held === id) return;
    throw new OperationError(
      `Importing ${what} was refused: it has ${partNoun} ${held} in state, and import names ${id}. Only what is not in state can import an object. Remove import; or, to manage ${id} here, ${remedy}.`,
      "CP2126",
    );
  };
  if (adopt !== undefined && !isUnknown(adopt)) {
    const id = importId?.(String(adopt)) ?? String(adopt);
    const remedy = `first remove the resource with pulumi state delete, which leaves ${deployed.id} on the platform`;
    refuse(`${noun} "${name}"`, deployed.id, id, remedy);
  }
  const held = parts?.(deployed.state) ?? {};
  for (const [key, id] of Object.entries(imports?.(inputs) ?? {}))
    if (held[key] !== undefined && !isUnknown(id))
      refuse(`${partNoun} "${partName(name, key)}"`, String(held[key]), id, "give the rule another key");
}

/** Describes an adoption, which a preview shows as a creation. */
export function adoptionText(noun: string, importId: unknown): string {
  if (isUnknown(importId)) return `imports the ${noun} that the option import will name: nothing is created.`;
  return `imports ${noun} ${importId} (option import): it is as the program declares it, and nothing on the platform is created or changed.`;
}

/** Returns why an adoption is not possible, for the preview. */
export async function adoptionFailures(
  handler: AnyHandler,
  importId: unknown,
  inputs: Properties,
  context: Context,
): Promise<CheckFailure[]> {
  const silent = { ...context, progress: () => undefined, warn: () => undefined };
  try {
    const { found, failures } = await readForAdoption(handler, importId, inputs, silent, { isStep: false });
    // In an update, the adoption itself follows and says it.
    if (found !== undefined && failures.length === 0 && !context.ownership.isUpdate) {
      const record = await recordOf(context.urn, context.client);
      const left = await leftText(handler, found.id, inputs, { ...silent, record });
      if (left !== undefined) context.warn(left);
    }
    return failures;
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof OperationError)) throw error;
    context.client.refuseEnded("Importing");
    return [
      {
        property: "",
        reason: operationDetail(operationText("Importing", handler.noun, context.name), error),
        code: error.errorCode,
      },
    ];
  }
}

async function readForAdoption(
  handler: AnyHandler,
  importId: unknown,
  inputs: Properties,
  context: Context,
  options: { isStep: boolean },
): Promise<{ found: Seen | undefined; failures: CheckFailure[] }> {
  if (isUnknown(importId)) return { found: undefined, failures: [] };
  const id = handler.importId?.(String(importId)) ?? String(importId);
  const what = operationText("Importing", handler.noun, context.name);
  await refuseImported({ what, noun: handler.noun, id }, inputs, context, options);
  const { noun } = handler;
  // Stale reads may still show an object that this machine has deleted: wait for them to catch up.
  const read = (client: Context["client"]): Promise<Seen | undefined> =>
    handler.read(id, inputs, { ...context, client });
  const found = await undeleted({ client: context.client, noun }, read, () => id);
  if (found === undefined)
    return {
      found,
      failures: [
        {
          property: "",
          reason: `there is no ${handler.noun} ${id} to import (option import).`,
          code: "CP2102" as const,
        },
      ],
    };
  const assumed = assumeUnchanged(handler.schema, inputs, found.inputs);
  const failures = inputDifferences(handler, assumed, found.inputs)
    .filter((difference) => unknownPaths(difference.declared).length === 0)
    .map(({ path, place, declared, live }) => ({
      property: path,
      reason: `differs from ${handler.noun} ${id}, which the option import names: the program says ${valueText(place, declared)}, the platform has ${valueText(place, live)}. Make them agree, then adopt; change it afterwards`,
      code: "CP2103" as const,
    }));
  return { found, failures };
}
