import { endpoints } from "../../api/index.ts";
import { ResponseError } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { CreateRecord } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { createOnce } from "../../engine/ownership/create-once.ts";
import { heldText } from "../../engine/ownership/create-once-messages.ts";
import { ConflictError, CreatedEarlier } from "../../engine/ownership/creation.ts";
import { undeleted } from "../../engine/ownership/deletions.ts";
import { objectOf } from "../../engine/ownership/ownership.ts";
import { managingAdviceOf } from "../../engine/ownership/refusals.ts";
import { askedOf } from "../../engine/records/record-facts.ts";
import { knownFields } from "../../schema/user-schema.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { addressOf, addressText, parseAddress } from "./address.ts";
import { type ClusterInputs, clusterSchema, noun } from "./definition.ts";
import { interruptedCreationOf } from "./interrupted-creation.ts";
import type { ClusterOperation } from "./operation.ts";
import { differencesText } from "./reconcile.ts";
import { readCluster } from "./remote.ts";
import { inputsOf } from "./state.ts";

/** The result of a request to create a cluster. */
interface CreateResult {
  tasks: readonly string[];
  /** Id of a cluster that was requested under another name. */
  id?: string;
}

/** A request for a cluster that the platform has accepted. */
export interface Requested {
  /** Tasks that create it. */
  tasks: readonly string[];
  /** Inputs of an interrupted run, if the program has changed since. */
  asked?: ClusterInputs | undefined;
}

/**
 * Requests the cluster once and returns the tasks that create it. The record on disk says that no cluster of that name existed
 * before the request. So a cluster that exists after a lost response, and is as declared, is the requested one, whatever the
 * clocks of both sides say.
 */
export async function requestCluster(operation: ClusterOperation, inputs: ClusterInputs): Promise<Requested> {
  const record = recordFor(operation);
  operation.isOutcomeUnknown = true;
  const { made, ...rest } = await requestOnce(operation, record, inputs);
  await noteTasks(operation, record, made.tasks);
  operation.isOutcomeUnknown = false;
  return { tasks: made.tasks, ...rest };
}

async function requestOnce(
  operation: ClusterOperation,
  record: CreateRecord,
  inputs: ClusterInputs,
): Promise<{ made: CreateResult; asked?: ClusterInputs | undefined }> {
  try {
    return { made: await createOnceAt(operation, record, inputs) };
  } catch (error) {
    if (!(error instanceof CreatedEarlier)) throw error;
    return { made: error.made as CreateResult, asked: askedOf(record) as ClusterInputs | undefined };
  }
}

function createOnceAt(operation: ClusterOperation, record: CreateRecord, inputs: ClusterInputs): Promise<CreateResult> {
  const what = operationText("Creating", noun, operation.context.name);
  const request = new CreateRequest(what, operation, record, inputs);
  return createOnce<CreateResult>({
    context: { ...operation.context, record },
    what,
    noun,
    key: operation.id,
    inputs,
    sameText: "the same name",
    allowDuplicate: false,
    isUnique: true,
    same: (asked) => request.underOtherName(asked as ClusterInputs | undefined),
    checkpoint: () => request.confirmFreeName(),
    post: () => request.send(),
    find: (_mark, asked) => request.find((asked as ClusterInputs | undefined) ?? inputs),
    idOf: ({ tasks }) => tasks[0] ?? operation.id,
    stateIdOf: ({ id }) => id ?? operation.id,
  });
}

class CreateRequest {
  readonly #what: string;
  readonly #operation: ClusterOperation;
  readonly #record: CreateRecord;
  readonly #inputs: ClusterInputs;
  /** A request of this run or of the interrupted one may have created the cluster. */
  #mayHaveActed: boolean;

  constructor(what: string, operation: ClusterOperation, record: CreateRecord, inputs: ClusterInputs) {
    this.#what = what;
    this.#operation = operation;
    this.#record = record;
    this.#inputs = inputs;
    this.#mayHaveActed = record.previous?.mark !== undefined;
  }

  /** The name is the identity of a cluster, whatever its content: {@link confirmFreeName} looks for the same name. */
  async underOtherName(asked: ClusterInputs | undefined): Promise<CreateResult[]> {
    const { context, id: own, address } = this.#operation;
    const other = asked === undefined ? address : addressOf(asked);
    const id = addressText(other);
    if (id === own) return [];
    return (await readCluster(context.client, other)) === undefined ? [] : [{ tasks: [], id }];
  }

  async confirmFreeName(): Promise<{ address: string }> {
    const operation = this.#operation;
    const { client } = operation.context;
    const other = await undeleted(
      { client, noun },
      () => operation.read(),
      () => operation.id,
    );
    if (other !== undefined && !this.#mayHaveActed && !(await isInStack(operation)))
      throw await nameConflict(this.#what, operation, other);
    await this.#record.note({ tasks: undefined });
    return { address: operation.id };
  }

  async send(): Promise<CreateResult> {
    const operation = this.#operation;
    const { projectId, regionId, ...body } = knownFields(clusterSchema, this.#inputs);
    const params = { projectId: operation.address.projectId, regionId: operation.address.regionId };
    try {
      const { tasks } = await operation.context.client.call(endpoints["clusters.create"], { params, body });
      await noteTasks(operation, this.#record, tasks);
      return { tasks };
    } catch (error) {
      const other = mayBeTaken(error) ? await operation.read() : undefined;
      if (other === undefined) throw error;
      const refusal = await nameConflict(this.#what, operation, other);
      // An earlier request of ours, whose response was lost, may have created the cluster after all.
      throw this.#mayHaveActed ? new ConflictError(refusal) : refusal;
    } finally {
      this.#mayHaveActed = true;
    }
  }

  /** A cluster that appeared after a request is ours only if it is as requested. */
  async find(asked: ClusterInputs): Promise<CreateResult[]> {
    const live = await this.#operation.read();
    return live === undefined ? [] : [resultOf(this.#what, this.#operation, live, asked)];
  }
}

/** Notes the tasks. The cluster is being created: a record that cannot be written must not stop it. */
async function noteTasks(operation: ClusterOperation, record: CreateRecord, tasks: readonly string[]): Promise<void> {
  const problem = await record.noteResponse({ tasks });
  if (problem !== undefined) operation.context.warn(problem);
}

/** Whether a resource of the stack has the name, in a preview: it may give the name up in the same run. */
async function isInStack(operation: ClusterOperation): Promise<boolean> {
  if (operation.context.record.isRehearsal !== true) return false;
  const owner = await ownerInStack(operation);
  return isUnreadable(owner) || owner.is !== "nobody";
}

async function ownerInStack({ context: { record, client, ownership }, id }: ClusterOperation) {
  return ownership.whose(await objectOf(client, record.urn, id), { urn: record.urn, reach: "stack" });
}

async function nameConflict(what: string, operation: ClusterOperation, other: ClusterResult): Promise<OperationError> {
  const owner = await ownerInStack(operation);
  const isOwn = !isUnreadable(owner) && owner.is === "self" && owner.isInState;
  // A forced replacement, by a program whose SDK does not delete the old cluster first.
  const text = isOwn
    ? heldText({ noun }, `${what} stopped.`, operation.id)
    : await nameConflictText(what, operation, other);
  return new OperationError(text, "CP2306");
}

/** Returns the record, without a creation at another address. */
function recordFor(operation: ClusterOperation): CreateRecord {
  const { record } = operation.context;
  const { address } = interruptedCreationOf(operation) ?? {};
  if (address === operation.id) return record;
  return {
    ...{ urn: record.urn, place: record.place, isOld: record.isOld, previous: undefined, asked: record.asked },
    isRehearsal: record.isRehearsal === true,
    note: (facts) => record.note(facts),
    noteResponse: (facts) => record.noteResponse(facts),
    forget: () => record.forget(),
  };
}

/** Refuses to forget a cluster that an interrupted run may have created under another name. */
export async function refuseOtherCreateRecord(operation: ClusterOperation): Promise<void> {
  const { client, name } = operation.context;
  const { address } = interruptedCreationOf(operation) ?? {};
  if (address === undefined || address === operation.id) return;
  const other = await readCluster(client, parseAddress(address));
  if (other !== undefined)
    throw new OperationError(
      `${operationText("Creating", noun, name)} stopped: a run that was interrupted may have created cluster ${address} (status ${other.status}), and the program now wants ${operation.id}. Name it ${address} again and run pulumi up to keep it, or delete it on the platform and run again.`,
      "CP2314",
    );
  await operation.context.record.forget();
}

/** Returns the result for a cluster that appeared after our request. It is ours only if it matches the request. */
function resultOf(what: string, operation: ClusterOperation, live: ClusterResult, inputs: ClusterInputs): CreateResult {
  const unlike = differencesText(inputs, inputsOf(live, operation.address, inputs));
  if (unlike !== undefined)
    throw new OperationError(
      `${what} stopped: the response to its request was lost, and the cluster ${operation.id} on the platform is not the one that was requested: ${unlike}. If it is yours, declare it as it is and import it with the option import: "${operation.id}"; if not, choose another name.`,
      "CP2315",
    );
  const task = live.creatorTaskId ?? live.taskId;
  return { tasks: typeof task === "string" ? [task] : [] };
}

function mayBeTaken(error: unknown): boolean {
  // Which of the two statuses the platform returns is not documented (open points).
  return error instanceof ResponseError && (error.status === 409 || error.status === 400);
}

/** Says that another cluster has the name. */
export async function nameConflictText(
  what: string,
  operation: ClusterOperation,
  other: ClusterResult,
): Promise<string> {
  const { context, id } = operation;
  const remedy = /delet/i.test(other.status ?? "")
    ? "Run again when it is gone, or choose another name."
    : `Choose another name. To manage it here, ${await managingAdviceOf(await objectOf(context.client, context.urn, id), context)}.`;
  return `${what} stopped: cluster ${operation.id} already exists (${other.id}, status ${other.status}, created ${other.createdAt ?? "at an unknown time"}), and this resource did not create it. ${remedy}`;
}
