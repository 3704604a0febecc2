import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox } from "./sandbox.ts";

/** `npm start`: deploys the quickstart stack, checked against the policy pack, and prints the next steps. */
// The CLI has the option --event-log only if this is set.
process.env.PULUMI_DEBUG_COMMANDS = "true";
const sandbox = await openSandbox();
const folder = mkdtempSync(join(tmpdir(), "quickstart-"));
const events = join(folder, "events.json");
try {
  const options = ["--policy-pack", "policies", "--event-log", events];
  process.exitCode = await sandbox.pulumi(["up", "--yes", "--skip-preview", ...options]);
  if (process.exitCode === 0) console.log(summary(readFileSync(events, "utf8")));
} finally {
  rmSync(folder, { recursive: true, force: true });
  await sandbox.close();
}

function summary(eventLines: string): string {
  return `${nothingChanged(eventLines) ? "Nothing has changed: the platform is as the program declares it.\n" : ""}
Next steps
  npm run pulumi -- preview     what a change of examples/quickstart/index.ts would do
  npm run emulator              keeps the platform running: console at ${sandbox.console}, API at ${sandbox.url}
  npm run pulumi -- destroy     takes everything away again`;
}

/** Whether the deployment changed nothing, according to the summary in the engine's last events. */
function nothingChanged(eventLines: string): boolean {
  const last = eventLines.split("\n").findLast((line) => line.includes('"summaryEvent"'));
  const changes: unknown = last === undefined ? null : JSON.parse(last).summaryEvent?.resourceChanges;
  return (
    changes !== null && typeof changes === "object" && Object.keys(changes).every((operation) => operation === "same")
  );
}
