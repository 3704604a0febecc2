import { z } from "zod";
import { askPulumi, stackName } from "./stack-state.ts";

const historySchema = z.array(z.looseObject({ startTime: z.string(), endTime: z.string() }));

/** Times of the history are cut to whole seconds. */
const secondMs = 1_000;

/** The newest runs; one before them is not seen. */
const pageSize = 500;

const histories = new Map<string, Promise<z.output<typeof historySchema> | undefined>>();

/**
 * Whether a run of a resource's stack that went on at a time has come to an end, and so has saved its state: Pulumi's history
 * has each run that ended, and none that was killed. Undefined where that is not certain. It is read once in a process.
 */
export async function endedRunAt(urn: string, time: number): Promise<boolean | undefined> {
  const stack = stackName(urn);
  if (stack === undefined) return undefined;
  const command = ["stack", "history", "--stack", stack, "--json", "--page-size", String(pageSize), "--page", "1"];
  const reading = histories.get(stack) ?? askPulumi(command, (json) => historySchema.safeParse(json).data);
  histories.set(stack, reading);
  const history = await reading;
  if (history === undefined) return undefined;
  const covers = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
    Date.parse(startTime) <= time && time < Date.parse(endTime) + secondMs;
  if (history.some(covers)) return true;
  // It may be on a later page.
  const isWhole = history.length < pageSize || history.some(({ endTime }) => Date.parse(endTime) < time);
  return isWhole ? false : undefined;
}
