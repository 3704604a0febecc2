import fs from "node:fs";

/** Resolves when the folder has a file whose name begins with `prefix`. */
export function appears(folder: string, prefix: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!fs.readdirSync(folder).some((name) => name.startsWith(prefix))) return;
      watcher.close();
      resolve();
    };
    const watcher = fs.watch(folder, look);
    look();
  });
}

/** Whether a process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  return !(fs.existsSync(status) && /^State:\s+Z/m.test(fs.readFileSync(status, "utf8")));
}
