import type { ErrorTable } from "./entry.ts";

/** The other programs: `cloudplatform-policy`, the emulator, the installation of the Pulumi CLI. */
export const programErrors = {
  CP5001: {
    title: "The configuration of the policies cannot be used",
    remedy: "Correct what the message lists; `policies/config.schema.json` describes the file.",
  },
  CP5002: {
    title: "The project or stack of a policy check cannot be read",
    cause: "`Pulumi.yaml`, the stack or the login is missing.",
    remedy: "Pass `--cwd` and `--stack`. `--new-stack` and `--state` need no backend.",
  },
  CP5003: {
    title: "Test cases of policies cannot be used",
    remedy: "Correct the file that the message names.",
  },
  CP5004: {
    title: "Arguments of cloudplatform-policy are invalid",
    remedy: "Correct what the message names; `--help` lists all.",
  },
  CP5005: {
    title: "A policy check has no result",
    cause: "The Pulumi CLI did not start, or stopped before the policies. The exit code is 2, never success.",
    remedy: "Read the CLI's message.",
  },
  CP5006: {
    title: "The baseline of a policy check cannot be used",
    cause: "It is missing or invalid, or not everything was evaluated.",
    remedy: "Write it again as the message says.",
  },
  CP5007: {
    title: "The report of a policy check cannot be written",
    remedy: "Check the folder of `--output`.",
  },
  CP6001: {
    title: "Another emulator uses the data directory",
    remedy: "Stop it, or pass another directory with `--data`.",
  },
  CP6002: {
    title: "The data directory of the emulator cannot be used",
    cause: "It is not writable, or has other files.",
    remedy: "Pass another one with `--data`, or empty it.",
  },
  CP6003: {
    title: "The emulator cannot listen on its port",
    cause: "It is in use, or you lack the rights.",
    remedy: "Pass another port with `--port`; 0 takes a free one.",
  },
  CP6004: {
    title: "Options or seed of the emulator are invalid",
    remedy: "Correct what the message names; `--help` lists the options.",
  },
  CP7001: {
    title: "The Pulumi CLI could not be installed",
    cause: "The download failed, and so did the build from Go modules.",
    remedy: "Use one of the alternatives in the message.",
  },
  CP7002: {
    title: "Installing the Pulumi CLI was interrupted",
    remedy: "Run the command again: it continues.",
  },
} as const satisfies ErrorTable;
