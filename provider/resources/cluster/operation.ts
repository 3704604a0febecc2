import { endpoints } from "../../api/index.ts";
import {
  DeadlineError,
  InvalidResponseError,
  isNotFound,
  type OperationClient,
  pollPauseMs,
  TaskError,
  waitForTasks,
} from "../../client/index.ts";
import type { Task } from "../../client/tasks/poll.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { CreateContext } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { noteDeletion, wasDeleted } from "../../engine/ownership/deletions.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { addressText, type ClusterAddress, clusterParams } from "./address.ts";
import { type ClusterState, noun, unfinishedStatus } from "./definition.ts";
import { nodeProgress, nodesText } from "./node-progress.ts";
import { readCluster } from "./remote.ts";
import { isOurs } from "./state.ts";

/** One operation on a cluster: its waits and progress line. */
export class ClusterOperation {
  readonly context: CreateContext;
  readonly address: ClusterAddress;
  /** `1/76/edge-1`. */
  readonly id: string;
  /** The cluster as it was last read, for a state that must be saved at once. */
  seen: ClusterResult | undefined;
  /** The cluster as it last matched the preview, apart from the changes of this operation. */
  matched: ClusterResult | undefined;
  /** A request to create the cluster was sent, and its outcome is unknown. */
  isOutcomeUnknown = false;
  readonly #verb: "creating" | "updating" | "deleting";
  /** Clusters by UUID, and whether this machine has deleted them. */
  readonly #deleted = new Map<string, Promise<boolean>>();
  #doing = "";
  #own: string | undefined;
  #known: Partial<ClusterState> = {};

  constructor(context: CreateContext, address: ClusterAddress, verb: "creating" | "updating" | "deleting") {
    this.context = context;
    this.address = address;
    this.id = addressText(address);
    this.#verb = verb;
  }

  /** Names the current step in the following progress lines. */
  doing(text: string): void {
    this.#doing = ` (${text})`;
    this.#showProgress("starting");
  }

  /**
   * Restricts the operation to this cluster. The platform addresses clusters by name: as soon as this one is gone, another stack
   * may create one of the same name, which the operation neither sees nor touches.
   */
  actOn({ id }: Pick<ClusterResult, "id">): void {
    this.#own = id;
  }

  /** Sets what state or a response says about the operation's cluster. */
  knows(state: Partial<ClusterState>): void {
    this.#known = state;
  }

  /** Whether a live cluster is the operation's own, and not another one of the same name. */
  isOurs(live: ClusterResult): boolean {
    return isOurs(live, this.#known);
  }

  /**
   * Reads the live cluster. A stale read may still show the previous cluster of that name: if this machine has deleted it, it is
   * gone; if another machine has, it contradicts what is known of ours.
   */
  async read(): Promise<ClusterResult | undefined> {
    const read = async (client: OperationClient) => {
      const live = await readCluster(client, this.address);
      return { live, isGone: live !== undefined && (await this.#isDeleted(live.id)) };
    };
    const { live, isGone } = await this.context.client.settled(
      read,
      (seen) => !seen.isGone && (seen.live === undefined || this.isOurs(seen.live)),
    );
    if (isGone) return undefined;
    if (this.#own !== undefined && live?.id !== this.#own) return undefined;
    this.seen = live ?? this.seen;
    return live;
  }

  /** Waits until tasks have ended. Throws a TaskError if one has failed. */
  wait(tasks: readonly string[]): Promise<Task[]> {
    const { projectId, regionId } = this.address;
    const onPoll = (state: string) => this.#showProgress(state);
    return waitForTasks(this.context.client, tasks, { projectId, regionId, onPoll });
  }

  /** Waits until tasks have ended, and returns a failure: the cluster shows the result. */
  async waitForEnd(tasks: readonly string[]): Promise<TaskError | undefined> {
    try {
      await this.wait(tasks);
      return undefined;
    } catch (error) {
      if (error instanceof TaskError) return error;
      throw error;
    }
  }

  /** Waits until no task holds the cluster's lock. Returns the cluster. */
  async waitUntilUnlocked(): Promise<ClusterResult | undefined> {
    let waitedFor: string | undefined;
    for (;;) {
      const live = await this.read();
      const lock = live?.taskId;
      if (typeof lock !== "string" || lock === "") return live;
      if (lock === waitedFor)
        await this.#nextPoll(`cluster ${this.id} was still locked by task ${lock}, which has ended,`);
      else await this.waitForEnd([lock]);
      waitedFor = lock;
    }
  }

  /**
   * Waits until the creation of the cluster has ended, successfully or not. A cluster that is not listed yet is waited for
   * through the tasks that create it.
   */
  async waitUntilProvisioned(tasks: readonly string[]): Promise<ClusterResult | undefined> {
    let live = await this.waitUntilUnlocked();
    if (live === undefined && tasks.length > 0) {
      await this.waitForEnd(tasks);
      live = await this.waitUntilUnlocked();
    }
    while (live?.status === unfinishedStatus && (await this.failureOf(live)) === undefined) {
      await this.#nextPoll(`cluster ${this.id} was still ${live.status}`);
      live = await this.waitUntilUnlocked();
    }
    return live;
  }

  /** Returns why a cluster that is not provisioned, although no task is running, never will be. */
  async failureOf(live: ClusterResult): Promise<TaskError | undefined> {
    if (live.status !== unfinishedStatus || typeof live.creatorTaskId !== "string") return undefined;
    return this.waitForEnd([live.creatorTaskId]);
  }

  /** Deletes a cluster and waits until it is gone. */
  async remove(cluster: Pick<ClusterResult, "id">): Promise<void> {
    this.actOn(cluster);
    try {
      await this.#removeOwn();
    } finally {
      this.#own = undefined;
    }
    this.#deleted.set(cluster.id, Promise.resolve(true));
    await noteDeletion({ client: this.context.client, noun }, cluster.id);
  }

  #isDeleted(uuid: string): Promise<boolean> {
    const known = this.#deleted.get(uuid) ?? wasDeleted({ client: this.context.client, noun }, uuid);
    this.#deleted.set(uuid, known);
    return known;
  }

  async #removeOwn(): Promise<void> {
    const { client } = this.context;
    for (let tries = 1; ; tries++) {
      const unlocked = () => this.waitUntilUnlocked();
      // The cluster may still be shown after its deletion.
      const live = await (tries === 1 ? unlocked() : client.settled(unlocked, (seen) => seen === undefined));
      if (live === undefined) return;
      if (tries > 3)
        throw new OperationError(
          `${noun} ${this.id} is still there (status ${live.status}) although the platform has accepted to delete it ${tries - 1} times. Look into its tasks on the platform, then run again.`,
          "CP2312",
        );
      const params = clusterParams(this.address);
      const beforeRepeat = async () => {
        if ((await this.read()) === undefined) throw new GoneError(this);
      };
      const send = () => client.call(endpoints["clusters.delete"], { params }, { beforeRepeat });
      try {
        await this.wait((await this.write(send)).tasks);
      } catch (error) {
        // It is gone: a first request whose response was lost may have deleted it. The next read shows whether a request without
        // a readable task was accepted.
        const isPassing = isNotFound(error) || error instanceof GoneError || error instanceof InvalidResponseError;
        if (!isPassing) throw error;
      }
    }
  }

  /** Sends a change. While another task holds the cluster's lock, waits and sends again, if it is still the same cluster. */
  async write<T>(send: () => Promise<T>): Promise<T> {
    for (let unexplained = 0; ; ) {
      try {
        return await send();
      } catch (error) {
        if (!isConflict(error)) throw error;
        const live = await this.read();
        const isLocked = typeof live?.taskId === "string" && live.taskId !== "";
        if (live !== undefined && !isLocked) {
          if (++unexplained > 3) throw error;
          await this.pause(`cluster ${this.id} was still locked`);
        }
        if ((await this.waitUntilUnlocked()) === undefined) throw new GoneError(this);
      }
    }
  }

  /** Waits for one interval, before a retry. */
  pause(what: string): Promise<void> {
    return this.#pause(this.context.client.settings.pollIntervalSeconds * 1000, what);
  }

  /** Waits as between two polls of a task. */
  #nextPoll(what: string): Promise<void> {
    return this.#pause(pollPauseMs(this.context.client), what);
  }

  async #pause(ms: number, what: string): Promise<void> {
    const { client, deadline } = this.context;
    try {
      await client.sleep(ms);
    } catch (error) {
      throw error instanceof DeadlineError ? deadline.error(what) : error;
    }
  }

  /** `creating: task RUNNING, 3m10s of 2h, 2 of 5 nodes`. */
  #showProgress(state: string): void {
    const live = nodeProgress(this.context.client, this.address);
    const nodes = live === undefined ? "" : `, ${nodesText(live)}`;
    this.context.progress(`${this.#verb}${this.#doing}: ${state}, ${this.context.deadline.elapsed}${nodes}`);
  }
}

/** The operation's cluster is gone from the platform, whatever has its name now. */
export class GoneError extends OperationError {
  constructor({ context, id }: ClusterOperation) {
    super(
      `${operationText("Updating", noun, context.name)} stopped: the cluster ${id} is gone from the platform. Run pulumi refresh (or pulumi up --refresh), then the next up creates it again.`,
      "CP2118",
    );
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 409;
}
