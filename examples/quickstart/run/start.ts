import { openSandbox } from "./sandbox.ts";

/** `npm start`: brings the quickstart stack up, held against the policy pack, and says what to do next. */
const sandbox = await openSandbox();
try {
  process.exitCode = await sandbox.pulumi(["up", "--yes", "--skip-preview", "--policy-pack", "policies"]);
  if (process.exitCode === 0) console.log(await summary());
} finally {
  await sandbox.close();
}

async function summary(): Promise<string> {
  const history: unknown = JSON.parse(await sandbox.ask(["stack", "history", "--json", "--page-size", "1"]));
  return `${nothingChanged(history) ? "Nothing has changed: the platform is as the program declares it.\n" : ""}
Next steps
  npm run pulumi -- preview     what a change of examples/quickstart/index.ts would do
  npm run emulator              keeps the platform running: console at ${sandbox.console}, API at ${sandbox.url}
  npm run pulumi -- destroy     takes everything away again`;
}

/** Whether the last deployment left everything as it was. */
function nothingChanged(history: unknown): boolean {
  if (!Array.isArray(history)) return false;
  const changes: unknown = history[0]?.resourceChanges;
  return (
    changes !== null && typeof changes === "object" && Object.keys(changes).every((operation) => operation === "same")
  );
}
