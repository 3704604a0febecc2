import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { builtPlugin, type Serving } from "./serving.ts";

/** What every outcome of a campaign has. */
export interface Checked {
  seed: number;
  wrong: string[];
  commands: number;
}

interface Options {
  /** Number of parallel processes. */
  lanes: number;
  args: { provider: Serving } & Record<string, unknown>;
  /** After this time no further seed is started. */
  minutes?: number;
}

const lane = fileURLToPath(new URL("lane.ts", import.meta.url));

/** Runs seeds in parallel in several processes, because the SDK can run only one program at a time in a process. */
export async function runLanes<Outcome extends Checked>(
  campaign: string,
  seeds: readonly number[],
  { lanes, args, minutes = Number.POSITIVE_INFINITY }: Options,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const plugin = args.provider === "dynamic" ? undefined : await builtPlugin();
  const ofLane = JSON.stringify({ ...args, plugin: plugin?.folder });
  const queue = [...seeds];
  const end = performance.now() + minutes * 60_000;
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(lane, [campaign, ofLane], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
      const next = () => {
        const seed = performance.now() < end ? queue.shift() : undefined;
        if (seed === undefined) child.disconnect();
        else child.send(seed);
      };
      child.on("message", (message) => {
        if (message !== "ready") onOutcome(message as Outcome);
        next();
      });
      child.on("error", reject);
      child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`A lane ended with ${code}.`))));
    });
  try {
    await Promise.all(Array.from({ length: lanes }, work));
  } finally {
    plugin?.remove();
  }
}
