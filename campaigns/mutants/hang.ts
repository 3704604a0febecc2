import { readdirSync, readFileSync } from "node:fs";

/** A run that uses so little processor time in so long waits for what never comes, on however busy a machine. */
const idle = { seconds: 0.3, ms: 60_000 };

/** A run that uses more never ends. */
const maximumSeconds = 300;

/** Calls back when a group of processes has stopped working, or works forever; returns what ends the watch. Linux alone. */
export function watchHang(group: number, onHang: () => void): () => void {
  if (process.platform !== "linux") return () => undefined;
  const first = processorSeconds(group);
  let last = first;
  const timer = setInterval(() => {
    const now = processorSeconds(group);
    if (now - last < idle.seconds || now - first > maximumSeconds) onHang();
    last = now;
  }, idle.ms);
  return () => clearInterval(timer);
}

/** User and system time of the processes of a group that live: proc(5), in ticks of a hundredth. */
function processorSeconds(group: number): number {
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[2]) === group) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  return ticks / 100;
}
