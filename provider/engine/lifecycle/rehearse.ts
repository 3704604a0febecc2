import { Deadline, PlatformError } from "../../client/index.ts";
import { settingsProblem } from "../../client/settings-problem.ts";
import { typeOfUrn } from "../../pulumi/formats/urn.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { type Backend, noBackend } from "../handler/backend.ts";
import { OperationError, PartialFailureError } from "../handler/errors.ts";
import type { AnyHandler, CheckFailure, Context, CreateRecord } from "../handler/handler.ts";
import type { Ownership } from "../handler/ownership.ts";
import type { CreateRecordFile } from "../records/create-record-file.ts";
import { createResource } from "./create.ts";

/** How long a preview waits for a rehearsal: the engine checks one resource after the other. */
const budgetMs = 5_000;

/**
 * Returns why a creation would stop before it has changed anything: the platform has an equal object, a name is taken, or an
 * interrupted creation needs a decision. Runs the creation itself, with a client that changes nothing and a record that is not
 * written, so that a preview fails where `up` would, with the same text. The rehearsal ends where the creation would send
 * something or wait. Wrong settings fail the preview, too; transient failures of the platform do not.
 */
export async function rehearseCreation(handler: AnyHandler, inputs: object, context: Context): Promise<CheckFailure[]> {
  // In an update, the creation itself follows.
  if (context.ownership.isUpdate) return [];
  // Without a backend, nothing is known of the stack, which may have the object.
  if (context.ownership.backend === noBackend || (await isInState(context))) return [];
  const known = settingsProblem(context.client).known;
  return known === undefined ? rehearse(handler, inputs, context) : [failureOf(known)];
}

/** @param isForgotten An earlier rehearsal has removed the record: this one is that of the next run. */
async function rehearse(
  handler: AnyHandler,
  inputs: object,
  context: Context,
  isForgotten = false,
): Promise<CheckFailure[]> {
  let hasEnded = false;
  let hasForgotten = false;
  const forget = () => {
    hasForgotten = true;
  };
  const end = (): never => {
    hasEnded = true;
    throw ended;
  };
  const deadline = new Deadline(budgetMs, "the time of a preview");
  const client = context.client.within(deadline).rehearsing(end);
  const ownership = rehearsedOwnership(context.ownership);
  const silent = { ...context, client, ownership, progress: () => undefined, warn: () => undefined };
  const recordAs = (record: CreateRecordFile) => rehearsedRecord(record, isForgotten, { end, forget });
  const request = { inputs: { ...inputs }, context: silent, adopt: undefined, recordAs };
  try {
    await createResource(handler, request);
  } catch (error) {
    if (hasEnded || error instanceof PlatformError) {
      context.client.refuseEnded("The preview");
      const problem = hasEnded ? undefined : settingsProblem(context.client).in(error);
      return problem === undefined ? [] : [failureOf(problem)];
    }
    // The object comes into state: the next run continues from there.
    const isPartial = error instanceof PartialFailureError;
    // The update has more time than the preview.
    if (isPartial && deadline.leftMs > 0) context.warn(`pulumi up will stop: ${error.message}`);
    if (isPartial) return [];
    if (hasForgotten && !isForgotten) return rehearse(handler, inputs, context, true);
    if (!(error instanceof OperationError)) throw error;
    // The creation repeats a search that got no response.
    return unanswered.has(error.errorCode) ? [] : [failureOf(error)];
  }
  return [];
}

function failureOf({ detail: reason, errorCode: code }: Pick<OperationError, "detail" | "errorCode">): CheckFailure {
  return { property: "", reason, code };
}

/** Shared, since nobody sees it and each new error would take a stack trace. */
const ended = new Error("The rehearsal has ended.");

/**
 * Whether the resource is in state. A forced replacement (`--replace`, a taint) is checked without old inputs, like a creation,
 * and its own object must not stop it.
 */
async function isInState({ ownership, urn }: Context): Promise<boolean> {
  const state = await ownership.backend.stateOf(urn, { isEarlier: true });
  return !isUnreadable(state) && state.resources.some((one) => one.urn === urn);
}

/** Codes of a search that failed, and of a state that cannot be read. */
const unanswered: ReadonlySet<string> = new Set(["CP2112", "CP2124"]);

/** Ownership that is queried and not changed. States that earlier runs have left are recent enough. */
function rehearsedOwnership(real: Ownership): Ownership {
  return {
    backend: rehearsedBackend(real.backend),
    whose: (object, question) => real.whose(object, { ...question, isEarlier: true }),
    whoseAll: (objects, question) => real.whoseAll(objects, { ...question, isEarlier: true }),
    isDeclared: (urn) => real.isDeclared(urn),
    whileChecking: (action) => action(),
    noteFailed: () => undefined,
    reached: async () => "not reached",
    importerOf: (object) => real.importerOf(object),
    isFurther: (object) => real.isFurther(object),
    imports: (object, urn) => {
      const importer = real.importerOf(object);
      return importer === urn ? undefined : importer;
    },
    noteUpdate: () => undefined,
    isUpdate: real.isUpdate,
    noteDeclared: () => undefined,
    noteReplaced: () => undefined,
    set: () => undefined,
    keep: () => undefined,
    delete: () => undefined,
    setFurther: () => undefined,
  };
}

/** Reads each state once, and adds the rehearsed creation to the present state, as `up` would find it. */
function rehearsedBackend(real: Backend): Backend {
  return {
    ...{ stateNamed: (stack) => real.stateNamed(stack, { isEarlier: true }), runsOf: (urn) => real.runsOf(urn) },
    otherStacks: (urn, since) => real.otherStacks(urn, since, { isEarlier: true }),
    async stateOf(urn, { isEarlier = false } = {}) {
      const state = await real.stateOf(urn, { isEarlier: true });
      if (isUnreadable(state) || isEarlier) return state;
      const begun = { type: "creating", resource: { urn, type: typeOfUrn(urn) } };
      return { ...state, pending_operations: [...state.pending_operations, begun] };
    },
  };
}

/** A record that is read and never written. The first note would be written right before a request, so it ends the rehearsal. */
function rehearsedRecord(
  record: CreateRecordFile,
  isForgotten: boolean,
  { end, forget }: { end(): never; forget(): void },
): CreateRecord & Pick<CreateRecordFile, "asks"> {
  const { urn, place, isOld } = record;
  let previous = isForgotten ? undefined : record.previous;
  let asked: CreateRecord["asked"];
  return {
    ...{ urn, place, isOld, isRehearsal: true },
    get previous() {
      return previous;
    },
    get asked() {
      return asked;
    },
    asks: (inputs) => {
      asked = inputs;
    },
    note: async () => {
      await record.confirmWritable();
      end();
    },
    noteResponse: async () => undefined,
    forget: async () => {
      previous = undefined;
      forget();
    },
  };
}
