import { readdirSync, readFileSync } from "node:fs";

/** Kills processes with all their descendants. All are found first, so that no process can react to the death of another. */
export function killTrees(roots: readonly number[]): void {
  for (const pid of roots.flatMap((root) => [root, ...below(root)]))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
}

/** The descendants of a process (Linux). Process groups do not help, because plugins have their own. */
export function below(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name in parentheses may contain any character; the parent is the second field after it.
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process has ended in the meantime.
    }
  }
  const found: number[] = [];
  for (const queue = [root]; queue.length > 0; ) {
    const own = children.get(queue.pop() ?? 0) ?? [];
    found.push(...own);
    queue.push(...own);
  }
  return found;
}
