import { setTimeout as pause } from "node:timers/promises";
import { descendant } from "../../test/helpers/processes.ts";
import { openStack } from "../../test/helpers/stack.ts";
import type { Platform } from "../cluster/platform.ts";
import { Random } from "../cluster/random.ts";
import { idsOf, type Outcome } from "./attempt.ts";
import { type Subject, subjects } from "./subject.ts";

export const cliKinds = ["CLI: kill -9 of Pulumi and the provider", "CLI: kill -9 of the provider"] as const;

/** One creation with the real CLI: an `up` that is killed at a random time during a slow request, then an undisturbed one. */
export async function cliAttempt(platform: Platform, subject: Subject, seed: number): Promise<Outcome> {
  const random = new Random(seed);
  const kind = cliKinds[seed % cliKinds.length] ?? cliKinds[0];
  const name = `run-${seed}`;
  const stack = await openStack({ url: platform.url });
  await stack.program(
    `new ${subjects[subject].type}("one", ${JSON.stringify(subjects[subject].inputs(name))} as never);`,
  );
  await platform.control("POST", "faults", { name: "delay", endpoint: subjects[subject].create, ms: 500, count: 1 });
  const going = stack.start("up", "--yes", "--skip-preview");
  let ended = false;
  void going.done.then(() => {
    ended = true;
  });
  let provider: number | undefined;
  while (provider === undefined && !ended) {
    provider = descendant(going.pid, /dynamic-provider/);
    await pause(20);
  }
  await pause(random.between(500, 3_500));
  try {
    if (!ended && provider !== undefined) process.kill(provider, "SIGKILL");
  } catch {
    // The process has already ended.
  }
  if (kind === cliKinds[0]) going.signal("SIGKILL");
  const { code } = await going.done;
  await platform.control("DELETE", "faults");
  await stack.unlock().catch(() => undefined);
  const last = await stack.up();
  const made = await idsOf(platform, subject, name);
  const state = await stack.resources();
  const emptyPreview = (await stack.preview("--expect-no-changes")).code === 0;
  await stack.remove();
  return {
    seed,
    kinds: [kind],
    made: made.length,
    inState: state.length === 1 && made.includes(Number(state[0]?.id)),
    stopped: code === 0 ? 0 : 1,
    emptyPreview,
    failure: last.code === 0 ? undefined : last.diagnostics.join("; "),
  };
}
