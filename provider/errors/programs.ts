import type { ErrorTable } from "./entry.ts";

/** The other programs: `cloudplatform-policy`, the emulator, the installation of the Pulumi CLI. */
export const programErrors = {
  CP5001: {
    title: "The configuration of the policies cannot be used",
    cause: "The file is missing, is not JSON, or has invalid settings; the message lists each path.",
    remedy: "Correct the file. `policies/config.schema.json` describes it, and editors complete with it.",
  },
  CP5002: {
    title: "The project or stack of a policy check cannot be read",
    cause: "There is no `Pulumi.yaml`, no stack is selected, or nobody is logged in to a backend.",
    remedy:
      "Name folder and stack with `--cwd` and `--stack`; or use `--new-stack` or `--state`, which need no backend.",
  },
  CP5003: {
    title: "Test cases of policies cannot be used",
    cause: "The folder has no cases, or a file is not valid.",
    remedy: "Correct the file that the message names.",
  },
  CP5004: {
    title: "Arguments of cloudplatform-policy are invalid",
    cause: "An option has an invalid value, or options contradict each other.",
    remedy: "Correct the option; `--help` lists all of them.",
  },
  CP5005: {
    title: "A policy check has no result",
    cause: "The Pulumi CLI did not start, or the preview ended before policies were evaluated.",
    remedy: "Read the CLI's own message. A check without a result is never a success: it ends with exit code 2.",
  },
  CP5006: {
    title: "The baseline of a policy check cannot be read or written",
    cause: "The file is missing or not a baseline, or not everything was evaluated when it was to be written.",
    remedy: "Write it again as the message says.",
  },
  CP5007: {
    title: "The report of a policy check cannot be written",
    cause: "The folder of `--output` does not exist or is not writable.",
    remedy: "Name another file.",
  },
  CP6001: {
    title: "Another emulator uses the data directory",
    cause: "Two emulators must not share a directory.",
    remedy: "Stop the other one, or pass another directory with `--data`.",
  },
  CP6002: {
    title: "The data directory of the emulator cannot be used",
    cause: "It is not writable, or has files of something else.",
    remedy: "Empty it, or pass another directory with `--data`.",
  },
  CP6003: {
    title: "The emulator cannot listen on its port",
    cause: "Another program uses the port, or it needs rights that you do not have.",
    remedy: "Pass another port with `--port`; 0 takes a free one.",
  },
  CP6004: {
    title: "Options or seed of the emulator are invalid",
    cause: "The message names the option or the place in the seed.",
    remedy: "Correct it; `cloudplatform-emulator --help` lists the options.",
  },
  CP7001: {
    title: "The Pulumi CLI could not be installed",
    cause: "Neither the official download nor the build from Go modules worked; the message has both reasons.",
    remedy: "Follow one of the ways in the message.",
  },
  CP7002: {
    title: "The installation of the Pulumi CLI was interrupted",
    cause: "Ctrl-C or another signal.",
    remedy: "Run the command again: it continues with what was downloaded.",
  },
} as const satisfies ErrorTable;
