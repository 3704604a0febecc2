import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** All of it, one after the other: some minutes for the requests, the campaigns take half an hour. */
for (const script of ["side-by-side.ts", "campaign.ts", "cli-campaign.ts"]) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
