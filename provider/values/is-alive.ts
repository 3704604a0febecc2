import { readFileSync } from "node:fs";

/** Whether a process is running on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // A process of another user exists, too.
    return (error as NodeJS.ErrnoException).code === "EPERM" && !isZombie(pid);
  }
}

/** Whether the process has ended and nobody has collected its exit code yet: in a container, perhaps nobody ever does. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The state follows the command's name in parentheses, and that name may contain parentheses, too.
    return /^\) Z/.test(stat.slice(stat.lastIndexOf(")")));
  } catch {
    // Only Linux says.
    return false;
  }
}
