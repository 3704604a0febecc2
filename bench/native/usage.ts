import { readFileSync } from "node:fs";
import { below } from "../../campaigns/ownership/processes.ts";

/** How often the processes of a command are listed; their peaks come from the kernel. */
const sampleMs = 250;

/** The resources that a command used. */
export interface Usage {
  seconds: number;
  /** Processor time of the command and of all its descendants. */
  cpuSeconds: number;
  /** Peak memory of the provider's process in MiB, or 0 if none was seen. */
  peakMib: number;
}

/** Runs a command, and measures it and its descendants (Linux). */
export async function used(
  command: { pid: number; done: Promise<{ code: number; output: string }> },
  isProvider: (commandLine: string) => boolean,
): Promise<Usage> {
  const [began, cpu] = [performance.now(), cpuOfChildren()];
  let peakMib = 0;
  const sample = () => {
    for (const pid of below(command.pid))
      if (isProvider(fileOf(pid, "cmdline"))) peakMib = Math.max(peakMib, memoryMib(pid, "VmHWM") ?? 0);
  };
  const timer = setInterval(sample, sampleMs);
  const { code, output } = await command.done.finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(output);
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: cpuOfChildren() - cpu, peakMib };
}

/** Current or peak memory of a process in MiB, or undefined if it has ended (Linux). */
export function memoryMib(pid: number | undefined, which: "VmRSS" | "VmHWM"): number | undefined {
  const [, kib] = new RegExp(`${which}:\\s+(\\d+)`).exec(fileOf(pid, "status")) ?? [];
  return kib === undefined ? undefined : Number(kib) / 1024;
}

/** Processor time of this process's ended descendants, in seconds; Linux counts in hundredths. */
function cpuOfChildren(): number {
  const stat = fileOf(process.pid, "stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function fileOf(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
}
