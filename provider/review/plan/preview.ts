import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pulumi, type RunOptions, reasonOf } from "../../engine/backend/cli.ts";
import { readsRecord } from "../../engine/lifecycle/reviewed-reads.ts";
import { ReviewError } from "../model/errors.ts";
import { type EngineEvents, readEngineEvents } from "../model/events.ts";
import { isBookkeeping } from "../model/kinds.ts";
import { type EnginePlan, parsePlan } from "../model/plan.ts";
import { checkStack, exportState, lastUpdate } from "../model/project.ts";
import { type Registrations, readRegistrations } from "../model/registrations.ts";
import { engineRun } from "./engine-run.ts";

/** The result of a preview. */
export interface Preview {
  events: EngineEvents;
  /** The raw event log, for the policies. */
  log: string;
  /** Undefined: the preview failed. */
  plan: EnginePlan | undefined;
  registrations: Registrations;
  /** The exported state that the preview started from. */
  state: string;
  /** The last update in the stack's history. */
  lastUpdate?: string | undefined;
  /** The plan file that an update is bound to. */
  planFile: string;
  /** The file in which our provider recorded the objects that it read. */
  readsFile: string;
}

/**
 * Runs an action in a folder that only this user can read, because plans and event logs contain secrets. The folder is removed
 * afterwards, also after a failure.
 */
export async function inScratchFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cloudplatform-review-"));
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Previews with a refresh. The state is exported afterwards, so that a change during the preview is detected. */
export async function preview(
  stack: string,
  policyArguments: readonly string[],
  scratch: string,
  options: RunOptions,
): Promise<Preview> {
  const logFile = join(scratch, "events.json");
  const planFile = join(scratch, "plan.json");
  const readsFile = join(scratch, "reads");
  const args = ["preview", "--stack", stack, "--refresh", "--event-log", logFile, "--save-plan", planFile];
  // The hashes of secrets need their plaintext. The file stays in the scratch folder.
  const engine = engineRun(options, { ...withCallLog(scratch), [readsRecord]: readsFile });
  const ran = await pulumi([...args, "--show-secrets", "--suppress-progress", ...policyArguments], engine);
  options.signal.throwIfAborted();
  const log = await readFile(logFile, "utf8").catch(() => "");
  if (log === "")
    throw new ReviewError(`The preview of "${stack}" did not start: ${reasonOf(ran)}. ${checkStack}`, "CP4002");
  const planText = ran.code === 0 ? await readFile(planFile, "utf8").catch(() => undefined) : undefined;
  // The preview's files are read while the commands run.
  const [state, last, read] = await Promise.all([
    exportState(stack, options),
    lastUpdate(stack, options),
    (async () => ({
      events: readEngineEvents(log),
      plan: planText === undefined ? undefined : parsePlan(planText),
      registrations: await registrationsIn(scratch),
    }))(),
  ]);
  if (planText === undefined && read.events.errors.length === 0 && !log.includes('"policyEvent"'))
    read.events.errors.push(reasonOf(ran));
  const lastUpdated = last && `${last.kind} ${last.version} at ${last.startTime}`;
  return { ...read, log, state, lastUpdate: lastUpdated, planFile, readsFile };
}

/** Refreshes without writing: finds differences between the state and the platform. */
export async function previewRefresh(
  stack: string,
  scratch: string,
  options: RunOptions,
): Promise<Pick<Preview, "events" | "state" | "registrations">> {
  const logFile = join(scratch, "events.json");
  const args = ["refresh", "--preview-only", "--stack", stack, "--event-log", logFile, "--suppress-progress"];
  const ran = await pulumi(args, engineRun(options, withCallLog(scratch)));
  options.signal.throwIfAborted();
  const log = await readFile(logFile, "utf8").catch(() => "");
  const events = readEngineEvents(log);
  if (log === "")
    throw new ReviewError(`The refresh of "${stack}" did not start: ${reasonOf(ran)}. ${checkStack}`, "CP4002");
  if (ran.code !== 0 && events.errors.length === 0) events.errors.push(reasonOf(ran));
  return { events, state: await exportState(stack, options), registrations: await registrationsIn(scratch) };
}

/** Whether an update has begun a step that changes a platform. The preview and refresh of an update change none. */
export async function hasBegun(logFile: string): Promise<boolean> {
  const log = await readFile(logFile, "utf8").catch(() => "");
  return log.split("\n").some((line) => {
    if (!line.includes('"resourcePreEvent"') || !line.trimEnd().endsWith("}")) return false;
    const { resourcePreEvent } = JSON.parse(line) as {
      resourcePreEvent?: { planning?: boolean; metadata?: { op?: string; type?: string } };
    };
    const { op = "", type = "" } = resourcePreEvent?.metadata ?? {};
    const isIdle = ["refresh", "same", "read", ""].includes(op) || isBookkeeping(type);
    return resourcePreEvent?.planning !== true && !isIdle;
  });
}

/** Makes the engine log its calls, which contain options that no plan has, and the secrets known to a failed preview. */
function withCallLog(scratch: string): Record<string, string> {
  return { PULUMI_DEBUG_GRPC: join(scratch, "calls.json") };
}

async function registrationsIn(scratch: string): Promise<Registrations> {
  return readRegistrations(await readFile(join(scratch, "calls.json"), "utf8").catch(() => ""));
}
