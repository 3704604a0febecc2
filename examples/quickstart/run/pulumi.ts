import { openSandbox } from "./sandbox.ts";

/** `npm run pulumi -- <command>`: runs it on the quickstart stack, with the emulator up for as long as it lasts. */
const sandbox = await openSandbox();
try {
  process.exitCode = await sandbox.pulumi(process.argv.slice(2));
} finally {
  await sandbox.close();
}
