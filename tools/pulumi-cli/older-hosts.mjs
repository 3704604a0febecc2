import fs from "node:fs";
import path from "node:path";

// A running program may still load files of the previous host.
const KEEP_MS = 24 * 3600 * 1000;

/**
 * Removes hosts of other sources or versions from the CLI's folder: all whose names begin with `prefix`, except the current one.
 */
export function removeOlder(root, prefix, current) {
  for (const entry of fs.readdirSync(root)) {
    const folder = path.join(root, entry);
    if (!entry.startsWith(prefix) || entry === current) continue;
    if (Date.now() - fs.statSync(folder).mtimeMs > KEEP_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}
