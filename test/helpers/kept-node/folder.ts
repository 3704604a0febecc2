import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Creates a PATH folder whose `node` runs Pulumi's scripts in a process borrowed from the run's pool. */
export function keptNode(): string {
  const folder = fileURLToPath(new URL("../../../node_modules/.cache/kept-node", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const source = readFileSync(new URL("node.sh", import.meta.url), "utf8");
  const draft = join(folder, `node-${process.pid}`);
  writeFileSync(draft, source.replaceAll("@node@", process.execPath).replaceAll("@version@", process.version), {
    mode: 0o755,
  });
  renameSync(draft, join(folder, "node"));
  return folder;
}
