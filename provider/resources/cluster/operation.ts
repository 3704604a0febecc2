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
import { type ClusterState, noun, unfinishedStatus } from "./definition.ts";
import { nodeProgress, nodesText } from "./node-progress.ts";
import { addressText, type ClusterAddress, clusterParams, readCluster } from "./remote.ts";
import { isOurs } from "./state.ts";

/** One operation on a cluster: its waits and progress line. */
export class ClusterOperation {
  readonly context: CreateContext;
  readonly address: ClusterAddress;
  /** `1/76/edge-1`. */
  readonly id: string;
  /** The cluster when it was last read, for a state that must be saved at once. */
  seen: ClusterResult | undefined;
  /** The cluster when it last matched the preview, apart from the changes of this operation. */
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
   * From now on the operation is on this cluster alone. The platform addresses clusters by name: as soon as this one is gone,
   * another stack may have created one of its name, which the operation neither sees nor touches.
   */
  actOn({ id }: Pick<ClusterResult, "id">): void {
    this.#own = id;
  }

  /** What state or a response says of the operation's cluster. */
  knows(state: Partial<ClusterState>): void {
    this.#known = state;
  }

  /** Whether a live cluster is that of the operation, and not another that has its name. */
  isOurs(live: ClusterResult): boolean {
    return isOurs(live, this.#known);
  }

  /**
   * Reads the live cluster. A read may still show the one that has had the name before: what this machine has deleted is gone, and what
   * another has deleted contradicts what is known of ours.
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

  /** Waits until tasks have ended; throws a TaskError where one failed. */
  wait(tasks: readonly string[]): Promise<Task[]> {
    const { projectId, regionId } = this.address;
    const onPoll = (state: string) => this.#showProgress(state);
    return waitForTasks(this.context.client, tasks, { projectId, regionId, onPoll });
  }

  /** Waits until tasks have ended, whatever their result: the cluster shows it. */
  async waitForEnd(tasks: readonly string[]): Promise<TaskError | undefined> {
    try {
      await this.wait(tasks);
      return undefined;
    } catch (error) {
      if (error instanceof TaskError) return error;
      throw error;
    }
  }

  /** The cluster as soon as no task holds its lock any more. */
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
   * The cluster when its creation has come to an end, good or bad. One that is not listed yet is waited for by the
   * tasks that create it.
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

  /** Why a cluster that is still not provisioned, though no task is running, never will be. */
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
      // After its deletion it may still be shown.
      const live = await (tries === 1 ? unlocked() : client.settled(unlocked, (seen) => seen === undefined));
      if (live === undefined) return;
      if (tries > 3)
        throw new OperationError(
          `${noun} ${this.id} is still there (status ${live.status}) although the platform has accepted to delete it ${tries - 1} times. Look into its tasks on the platform, then run again.`,
          "CP2312",
        );
      const params = clusterParams(this.address);
      try {
        await this.wait((await this.write(() => client.call(endpoints["clusters.delete"], { params }))).tasks);
      } catch (error) {
        // Gone in between: a first request whose response was lost may have done it. One that was accepted without its task shows.
        const isPassing = isNotFound(error) || error instanceof GoneError || error instanceof InvalidResponseError;
        if (!isPassing) throw error;
      }
    }
  }

  /** Sends a change; while another task holds the cluster's lock, waits for it and sends again, if it is still the same cluster. */
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

  /** Waits for one interval, before something is tried again. */
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

/** The cluster of an operation is gone from the platform, whatever has its name now. */
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
