import { readFileSync } from "node:fs";

/** A process that uses so little processor time in so long waits for what never comes, on however busy a machine. */
const idle = { seconds: 0.05, ms: 20_000 };

/** Longest time of a run: one that waits for a clock in small steps never ends. */
const maximumMs = 90_000;

/** How often the processor time is read. */
const lookMs = 2000;

/** Calls back when a process has stopped working, or has used more processor time; returns what ends the watch. Linux alone. */
export function watchHang(processOf: () => number | undefined, maximumSeconds: number, onHang: () => void): () => void {
  if (process.platform !== "linux") return () => undefined;
  let pid = processOf();
  const first = processorSeconds(pid);
  const began = performance.now();
  let last = { seconds: first, at: began };
  const timer = setInterval(() => {
    const now = { seconds: processorSeconds(processOf()), at: performance.now() };
    const begins = processOf() !== pid;
    pid = processOf();
    if (begins || now.seconds - last.seconds >= idle.seconds) last = now;
    else if (now.at - last.at > idle.ms) onHang();
    const isOver = !begins && now.seconds - first > maximumSeconds;
    if (isOver || (now.at - began > maximumMs && Number.isFinite(maximumSeconds))) onHang();
  }, lookMs);
  return () => clearInterval(timer);
}

/** User and system time of a process and of those that it has waited for: proc(5), in ticks of a hundredth. */
function processorSeconds(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return 0;
  }
}
