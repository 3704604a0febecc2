import { readdirSync, readFileSync } from "node:fs";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Lists the processes of this machine (Linux only). */
function processes(): Process[] {
  const found: Process[] = [];
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name in parentheses can contain any character; the parent is the second field after it.
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      found.push({ pid: Number(name), parent, command });
    } catch {
      // The process ended in the meantime.
    }
  return found;
}

/** Finds a descendant of a process by its command line. */
export function descendant(root: number, command: RegExp): number | undefined {
  const all = processes();
  const below = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of all)
      if (below.has(parent) && !below.has(pid)) {
        below.add(pid);
        grown = true;
      }
  }
  return all.find(({ pid, command: text }) => pid !== root && below.has(pid) && command.test(text))?.pid;
}
