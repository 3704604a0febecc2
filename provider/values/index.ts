/** Plain values that several parts compute with: money, versions, durations, glob patterns; and the clock. Imports nothing of the project. */
export { type Clock, clock, type Timer, useClock } from "./clock.ts";
export { decimalOf, type Micros, microsOf } from "./decimal.ts";
export { durationText, parseDuration, unitMs } from "./duration.ts";
export { folderHash } from "./folder-hash.ts";
export { globPattern } from "./glob.ts";
export { inParallel } from "./in-parallel.ts";
export { addMonths } from "./months.ts";
export { isStandIn } from "./stand-in.ts";
export { textOrder } from "./text-order.ts";
export { compareVersions, parseVersion, type Version } from "./version.ts";
