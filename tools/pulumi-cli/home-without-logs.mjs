import fs from "node:fs";
import path from "node:path";

/** See home-without-logs.d.mts. */
export function homeWithoutLogs(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const logs = path.join(folder, "logs");
  if (!fs.existsSync(logs)) fs.writeFileSync(logs, "");
  return folder;
}
