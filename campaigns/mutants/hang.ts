import { readFileSync } from "node:fs";

/** A process that uses less than this processor time in this period hangs, even on a busy machine. */
const idle = { seconds: 0.05, ms: 20_000 };

/** Maximum duration of a run. A run that waits for a clock in small steps uses processor time and never ends. */
const maximumMs = 90_000;

/** Interval between two readings of the processor time. */
const lookMs = 2000;

/** Calls back when a process stops working or exceeds the processor time. Returns a function that stops watching. Linux only. */
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

/** User and system time of a process and of the children that it has waited for. proc(5) reports it in hundredths of a second. */
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
