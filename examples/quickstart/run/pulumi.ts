import { openSandbox } from "./sandbox.ts";

/** `npm run pulumi -- <command>`: runs a command on the quickstart stack, with the emulator running meanwhile. */
const sandbox = await openSandbox();
try {
  process.exitCode = await sandbox.pulumi(withPolicies(process.argv.slice(2)));
} finally {
  await sandbox.close();
}

/** Commands that change or preview the stack are checked by the policy pack, as `npm start` is, unless the caller names packs. */
function withPolicies(args: readonly string[]): readonly string[] {
  const command = args.find((word) => !word.startsWith("-")) ?? "";
  const isChecked = ["up", "update", "preview", "pre"].includes(command);
  const isNamed = args.some((word) => word.startsWith("--policy-pack"));
  return isChecked && !isNamed ? [...args, "--policy-pack", "policies"] : args;
}
