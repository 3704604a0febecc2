import { z } from "zod";
import { type ClusterRecord, endpoints } from "../../api/index.ts";
import { ResponseError } from "../../client/index.ts";
import {
  askedOf,
  ConflictError,
  createOnce,
  type Intent,
  MadeEarlier,
  OperationError,
  operation,
  wireOf,
} from "../../engine/index.ts";
import { parseAddress } from "./address.ts";
import { clusterSchema } from "./definition.ts";
import { differencesText } from "./differences.ts";
import { type ClusterInputs, noun } from "./inputs.ts";
import type { ClusterOperation } from "./operation.ts";
import { readCluster } from "./remote.ts";
import { inputsOf } from "./state.ts";

/** What a request to make a cluster has led to. */
interface Made {
  tasks: readonly string[];
}

/** What a run that was interrupted has written down. */
interface CreateRecord {
  /** Address of the cluster that it has asked for, or was about to ask for. */
  address: string;
  /** Tasks that the platform has answered, if the run came so far. */
  tasks: readonly string[] | undefined;
}

const markSchema = z.object({ address: z.string() });
const tasksSchema = z.array(z.string());

/** The record of an interrupted creation; undefined: there is none. */
export function createRecordOf(work: ClusterOperation): CreateRecord | undefined {
  const { mark, tasks } = work.context.intent.previous ?? {};
  const address = markSchema.safeParse(mark).data?.address;
  return address === undefined ? undefined : { address, tasks: tasksSchema.safeParse(tasks).data };
}

/** Removes the record of a cluster whose creation has failed. */
export function forgetCreateRecord(work: ClusterOperation): Promise<void> {
  return work.context.intent.forget();
}

/** A request for a cluster that the platform has accepted. */
export interface Requested {
  /** Tasks that make it. */
  tasks: readonly string[];
  /** What an interrupted run has asked for, where the program has changed it since. */
  asked?: ClusterInputs | undefined;
}

/**
 * Asks for the cluster once and returns the tasks that make it. Before the request there was no cluster of that name, and
 * that is on the disk: one that is there after an answer was lost, and that is as declared, is the one we asked for. This
 * holds whatever the clocks of both sides say.
 */
export async function requestCluster(work: ClusterOperation, inputs: ClusterInputs): Promise<Requested> {
  const intent = intentFor(work);
  work.isAsking = true;
  const { made, ...rest } = await requestOnce(work, intent, inputs);
  await noteTasks(work, intent, made.tasks);
  work.isAsking = false;
  return { tasks: made.tasks, ...rest };
}

async function requestOnce(
  work: ClusterOperation,
  intent: Intent,
  inputs: ClusterInputs,
): Promise<{ made: Made; asked?: ClusterInputs | undefined }> {
  try {
    return { made: await makeOnce(work, intent, inputs) };
  } catch (error) {
    if (!(error instanceof MadeEarlier)) throw error;
    return { made: error.made as Made, asked: askedOf(intent) as ClusterInputs | undefined };
  }
}

function makeOnce(work: ClusterOperation, intent: Intent, inputs: ClusterInputs): Promise<Made> {
  const { client, name } = work.context;
  const what = operation("Creating", noun, name);
  const { project_id, region_id, ...body } = wireOf(clusterSchema, inputs);
  let mayHaveActed = intent.previous?.mark !== undefined;
  return createOnce<Made>({
    context: { ...work.context, intent },
    what,
    noun,
    key: work.id,
    inputs,
    sameText: "the same name",
    allowDuplicate: false,
    // `mark` asks: the name is the identity of a cluster, whatever else it is.
    same: async () => [],
    isUnique: true,
    checkpoint: async () => {
      const other = await work.read();
      if (other !== undefined && !mayHaveActed) throw new OperationError(nameConflictText(what, work, other), "CP2306");
      await intent.note({ tasks: undefined });
      return { address: work.id };
    },
    post: async () => {
      try {
        const { tasks } = await client.call(endpoints["clusters.create"], { params: { project_id, region_id }, body });
        await noteTasks(work, intent, tasks);
        return { tasks };
      } catch (error) {
        const other = mayBeTaken(error) ? await work.read() : undefined;
        if (other === undefined) throw error;
        const refusal = new OperationError(nameConflictText(what, work, other), "CP2306");
        // An earlier request of ours, whose answer was lost, may have made it after all.
        throw mayHaveActed ? new ConflictError(refusal) : refusal;
      } finally {
        mayHaveActed = true;
      }
    },
    find: async (_mark, asked) => {
      const live = await work.read();
      return live === undefined ? [] : [madeOf(what, work, live, (asked as ClusterInputs | undefined) ?? inputs)];
    },
    idOf: ({ tasks }) => tasks[0] ?? work.id,
    stateIdOf: () => work.id,
  });
}

/** The cluster is on its way: what cannot be written now must not stop it. */
async function noteTasks(work: ClusterOperation, intent: Intent, tasks: readonly string[]): Promise<void> {
  const trouble = await intent.noteAnswer({ tasks });
  if (trouble !== undefined) work.context.warn(trouble);
}

/** The record without what it says of another address. */
function intentFor(work: ClusterOperation): Intent {
  const { intent } = work.context;
  const { address } = createRecordOf(work) ?? {};
  if (address === work.id) return intent;
  return {
    ...{ urn: intent.urn, place: intent.place, isOld: intent.isOld, previous: undefined, asked: intent.asked },
    note: (facts) => intent.note(facts),
    noteAnswer: (facts) => intent.noteAnswer(facts),
    forget: () => intent.forget(),
  };
}

/** The cluster that an interrupted run was to make under another name: it must not be forgotten. */
export async function refuseOtherCreateRecord(work: ClusterOperation): Promise<void> {
  const { client, name, signal } = work.context;
  const { address } = createRecordOf(work) ?? {};
  if (address === undefined || address === work.id) return;
  const other = await readCluster(client, parseAddress(address), signal);
  if (other !== undefined)
    throw new OperationError(
      `${operation("Creating", noun, name)} stopped: a run that was interrupted may have made cluster ${address} (status ${other.status}), and the program now wants ${work.id}. Name it ${address} again and run pulumi up to keep it, or delete it on the platform and run again.`,
      "CP2314",
    );
  await forgetCreateRecord(work);
}

/** A cluster that came up after our request is ours only when it is what we asked for. */
function madeOf(what: string, work: ClusterOperation, live: ClusterRecord, inputs: ClusterInputs): Made {
  const unlike = differencesText(inputs, inputsOf(live, work.address, inputs));
  if (unlike !== undefined)
    throw new OperationError(
      `${what} stopped: the answer to its request was lost, and the cluster ${work.id} that is there now is not what was asked for: ${unlike}. If it is yours, declare it is and adopt it with the option import: "${work.id}"; if not, choose another name.`,
      "CP2315",
    );
  const task = live.creator_task_id ?? live.task_id;
  return { tasks: typeof task === "string" ? [task] : [] };
}

function mayBeTaken(error: unknown): boolean {
  // Which of the two the platform answers is not documented (open points).
  return error instanceof ResponseError && (error.status === 409 || error.status === 400);
}

/** The name belongs to a cluster of somebody else. */
export function nameConflictText(what: string, work: ClusterOperation, other: ClusterRecord): string {
  return `${what} stopped: there is a cluster ${work.id} already (${other.id}, status ${other.status}, made ${other.created_at ?? "at an unknown time"}), which this resource has not made. Choose another name, or take it over with the option import: "${work.id}".`;
}
