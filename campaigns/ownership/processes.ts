import { readdirSync, readFileSync } from "node:fs";

/** Kills processes with everything below them: all are found first, so that none gets to act on the end of another. */
export function killTrees(roots: readonly number[]): void {
  for (const pid of roots.flatMap((root) => [root, ...below(root)]))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
}

/** Processes below one (Linux). Plugins are in process groups of their own, so groups do not help. */
export function below(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name in brackets may hold anything; the parent is the second field behind it.
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
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
