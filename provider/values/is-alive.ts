import { readFileSync } from "node:fs";

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** Whether it has ended and nobody has asked for its exit code yet: in a container, perhaps nobody ever does. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The state follows the command's name in parentheses, which may contain any.
    return /^\) Z/.test(stat.slice(stat.lastIndexOf(")")));
  } catch {
    // Linux alone tells.
    return false;
  }
}
