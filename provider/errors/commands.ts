import type { ErrorTable } from "./entry.ts";

/** Commands: reviews, adoption, doctor. */
export const commandErrors = {
  CP3001: {
    title: "Arguments of a command contradict each other or are malformed",
    cause: "The message names the argument and its form. Nothing was sent.",
    remedy: "Correct the argument; `--help` lists all of them.",
  },
  CP3002: {
    title: "The object of a command does not exist",
    cause: "The id is wrong, or the object belongs to another account.",
    remedy: "Correct the id, or check the base URL and key.",
  },
  CP3003: {
    title: "A live object cannot be declared",
    cause: "The object has values that a program must not have, for example of an older API.",
    remedy: "Correct the object on the platform, or adopt the others without it.",
  },
  CP3004: {
    title: "The stacks of a backend cannot be read",
    cause: "Nobody is logged in to the backend, or a state or a list of the platform cannot be read.",
    remedy: "Log in with `pulumi login`, or set `PULUMI_BACKEND_URL`; then run the command again.",
  },
  CP3005: {
    title: "A platform cannot be compared with the contract",
    cause: "It has responded to no request, or has refused every one.",
    remedy: "Run `cloudplatform doctor`, which examines the address and the key; then run the command again.",
  },
  CP3006: {
    title: "A command needs a package that is not installed",
    cause: "The package is optional, since few use the command. The message names it.",
    remedy: "Install it in the project with the command of the message.",
  },
  CP4001: {
    title: "The project or stack of a review cannot be read",
    cause: "There is no `Pulumi.yaml`, no stack is selected, or the backend or passphrase is missing.",
    remedy: "Name the folder with `--cwd` and the stack with `--stack`, and log in to the backend.",
  },
  CP4002: {
    title: "The Pulumi CLI of a review did not start",
    cause: "The CLI is missing, or ended before the preview began.",
    remedy: "Read the CLI's own message; `cloudplatform doctor` checks the CLI.",
  },
  CP4003: {
    title: "A review has secrets and no key",
    cause: "Secrets are compared by a keyed hash.",
    remedy: "Set `CLOUDPLATFORM_REVIEW_KEY` to the same secret where reviews are made and applied.",
  },
  CP4004: {
    title: "The policies of a review cannot be used",
    cause: "`@cloudplatform/policies` is missing or too old, or its configuration is invalid.",
    remedy: "Install or update the package, correct the configuration, or pass `--no-policies`.",
  },
  CP4005: {
    title: "A file of a review cannot be read",
    cause: "The file does not exist or is not readable.",
    remedy: "Check the path.",
  },
  CP4006: {
    title: "The update of a review failed",
    cause: "The review was right, and the update stopped. Finished steps are in state.",
    remedy: "Read the messages above it; a new review shows the rest.",
  },
  CP4007: {
    title: "The application of a review was interrupted",
    cause: "Ctrl-C. The message says whether anything was applied.",
    remedy: "Make a new review: it shows the rest.",
  },
  CP4101: {
    title: "The file is not a review that can be applied",
    cause: "It has another format or version, reports drift, or was edited.",
    remedy: "Make a new review.",
  },
  CP4102: {
    title: "The review expired",
    cause: "Reviews are valid for a limited time, since stack and platform change.",
    remedy: "Make a new one, and have it approved.",
  },
  CP4103: {
    title: "The review is blocked",
    cause: "A mandatory policy or a loss of data blocks the change.",
    remedy: "Correct the program, or agree on a waiver.",
  },
  CP4104: {
    title: "The change differs from the review",
    cause:
      "Program, stack or platform changed after the approval, or another review was approved. Nothing was applied.",
    remedy: "Make a new review, and have it approved.",
  },
  CP4105: {
    title: "The review is of another stack or project",
    cause: "The stack that is selected differs from that of the review.",
    remedy: "Select the stack of the review with `--stack`.",
  },
  CP4106: {
    title: "Another update of the stack is running",
    cause: "The backend has locked the stack. Nothing was applied.",
    remedy: "Make a new review when it has ended.",
  },
} as const satisfies ErrorTable;
