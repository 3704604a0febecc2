import { openSandbox } from "./sandbox.ts";

/** `npm run pulumi -- <command>`: runs it on the quickstart stack, with the emulator up for as long as it lasts. */
const sandbox = await openSandbox();
try {
  process.exitCode = await sandbox.pulumi(withPolicies(process.argv.slice(2)));
} finally {
  await sandbox.close();
}

/** What changes or previews the stack is checked by the policy pack, as `npm start` is; unless the caller names packs. */
function withPolicies(args: readonly string[]): readonly string[] {
  const command = args.find((word) => !word.startsWith("-")) ?? "";
  const isChecked = ["up", "update", "preview", "pre"].includes(command);
  const isNamed = args.some((word) => word.startsWith("--policy-pack"));
  return isChecked && !isNamed ? [...args, "--policy-pack", "policies"] : args;
}
