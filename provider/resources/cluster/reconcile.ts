import type { ClusterRecord } from "../../api/index.ts";
import { isNotFound, RequestError } from "../../client/index.ts";
import { OperationError, operationText } from "../../engine/index.ts";
import { type ClusterInputs, noun } from "./inputs.ts";
import type { ClusterOperation } from "./operation.ts";
import { nextStep, type Step } from "./plan.ts";

/** Maximum number of tries of one step: the platform accepts it without showing its effect. */
const maxTries = 3;

export interface ReconcileOptions {
  /** Inputs of the last deployment. */
  declared?: ClusterInputs;
  /** Throws where somebody else has changed the cluster in a way that the preview did not show. */
  guard(live: ClusterRecord): void;
  /** Pools whose number of nodes may be brought within their bounds: their bounds change, or are new. */
  resizes(pool: string): boolean;
  /** Called after each request that has changed something, or may have. */
  onChange?: () => void;
}

/**
 * Brings a live cluster to what is declared, one step after the other, each planned from the live cluster. So it
 * finishes what an earlier run has left half done.
 */
export async function reconcile(
  operation: ClusterOperation,
  inputs: ClusterInputs,
  { declared, guard, resizes, onChange = () => undefined }: ReconcileOptions,
): Promise<ClusterRecord> {
  const what = operationText("Updating", noun, operation.context.name);
  const isVersionAsked = declared !== undefined && declared.version !== inputs.version;
  const tries = new Map<string, number>();
  for (;;) {
    const live = await operation.waitUntilUnlocked();
    if (live === undefined)
      throw new OperationError(
        `${what} stopped: the cluster ${operation.id} is gone from the platform. Run pulumi refresh (or pulumi up --refresh), then the next up creates it again.`,
        "CP2118",
      );
    guard(live);
    operation.matched = live;
    const step = stepOf(what, () => nextStep(live, operation.address, inputs, { isVersionAsked, resizes }));
    if (step === undefined) return live;
    const tried = (tries.get(step.text) ?? 0) + 1;
    if (tried > maxTries)
      throw new OperationError(
        `${what} stopped: the platform has accepted ${step.text} ${maxTries} times, but cluster ${operation.id} still does not show it. Check the cluster on the platform; if it is as wanted, declare what it shows.`,
        "CP2312",
      );
    tries.set(step.text, tried);
    operation.doing(step.text);
    await take(operation, step, tried, onChange);
  }
}

function stepOf(what: string, find: () => Step | undefined): Step | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof OperationError) throw new OperationError(`${what} stopped: ${error.detail}.`, error.errorCode);
    throw error;
  }
}

/** After an ambiguous response, the next read of the cluster shows whether the platform has acted. */
async function take(operation: ClusterOperation, step: Step, tried: number, onChange: () => void): Promise<void> {
  try {
    const tasks = await operation.write(() => step.send(operation.context.client, operation.address));
    onChange();
    await operation.wait(tasks);
  } catch (error) {
    if (error instanceof RequestError && error.sideEffect !== "no") onChange();
    // A pool that is gone was to be deleted; the next step is planned from the live cluster.
    const isPassing = isNotFound(error) || (error instanceof RequestError && error.sideEffect !== "no");
    if (!isPassing || tried >= maxTries) throw error;
    await operation.pause(`${step.text} was not answered`);
  }
}
