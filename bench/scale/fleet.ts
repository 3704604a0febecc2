import { type Limit, simulated } from "../../test/helpers/shared-limit.ts";
import { useVirtualClock } from "./virtual-clock.ts";

/** A whole fleet in virtual time: the real gate against a simulated limit, over hours of waiting. Prints JSON. */
const limit: Limit = { perSecond: 10, kind: "bucket", retryAfter: process.argv[2] === "bare" ? undefined : "1" };
const [runners, stacks, requests] = [20, 5, Number(process.argv[3] ?? 1000)];
const advance = useVirtualClock();
const { seconds, failed, served, refusals } = await simulated({
  processes: runners,
  stacks,
  requests,
  limit,
  seed: 1,
  advance,
});
const [slowest = 0, median = 0] = [seconds.at(-1), seconds[runners / 2]];
const measured = {
  seconds: slowest,
  perSecond: served / slowest,
  refusedShare: refusals / served,
  slowestToMedian: slowest / median,
  served,
  failures: failed,
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
