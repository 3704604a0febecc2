import type { ErrorTable } from "./entry.ts";

/** Commands: reviews, adoption, doctor. */
export const commandErrors = {
  CP3001: {
    title: "Arguments of a command are invalid",
    remedy: "Correct what the message names; `--help` lists all.",
  },
  CP3002: {
    title: "The object of a command does not exist",
    remedy: "Check the id, base URL and key.",
  },
  CP3003: {
    title: "A live object cannot be declared",
    cause: "It has values that a program cannot declare, such as those of an older API.",
    remedy: "Correct the object on the platform, or import the other objects without it.",
  },
  CP3004: {
    title: "The stacks of a backend cannot be read",
    cause: "You are not logged in, or a state or platform list is unreadable.",
    remedy: "Run `pulumi login` or set `PULUMI_BACKEND_URL`, then run again.",
  },
  CP3005: {
    title: "A platform cannot be compared with the contract",
    cause: "It responded to no request, or refused every one.",
    remedy: "Check address and key with `cloudplatform doctor`, then run again.",
  },
  CP3006: {
    title: "A command needs an optional package",
    remedy: "Install it with the command in the message.",
  },
  CP4001: {
    title: "The project or stack of a review cannot be read",
    cause: "`Pulumi.yaml`, the stack, the backend or the passphrase is missing.",
    remedy: "Pass `--cwd` and `--stack`, and log in.",
  },
  CP4002: {
    title: "The Pulumi CLI of a review did not start",
    cause: "It is missing, or ended before the preview.",
    remedy: "Read its message; `cloudplatform doctor` checks the CLI.",
  },
  CP4003: {
    title: "A review has secrets and no key",
    cause: "Secrets are compared by a keyed hash.",
    remedy: "Set the same `CLOUDPLATFORM_REVIEW_KEY` where you make and apply reviews.",
  },
  CP4004: {
    title: "The policies of a review cannot be used",
    cause: "`@cloudplatform/policies` is missing, too old or misconfigured.",
    remedy: "Install, update or configure it, or pass `--no-policies`.",
  },
  CP4005: {
    title: "A file of a command cannot be read or written",
    remedy: "Check its path and permissions.",
  },
  CP4006: {
    title: "The update of a review failed",
    cause: "Finished steps are in state.",
    remedy: "Read the messages above; a new review shows the rest.",
  },
  CP4007: {
    title: "Applying a review was interrupted",
    cause: "The message says whether anything was applied.",
    remedy: "Make a new review.",
  },
  CP4101: {
    title: "The file is not a review that can be applied",
    cause: "It has another format or version, reports drift, or was edited.",
    remedy: "Make a new review.",
  },
  CP4102: {
    title: "The review expired",
    remedy: "Make a new one, and have it approved.",
  },
  CP4103: {
    title: "The review is blocked",
    cause: "A mandatory policy is violated, or the change loses data.",
    remedy: "Correct the program, or add a waiver.",
  },
  CP4104: {
    title: "The change differs from the review",
    cause:
      "Program, stack or platform changed after the approval, or another review was approved. Nothing was applied.",
    remedy: "Make a new review, and have it approved.",
  },
  CP4105: {
    title: "The review is of another stack or project",
    remedy: "Select its stack with `--stack`.",
  },
  CP4106: {
    title: "Another update of the stack is running",
    cause: "Nothing was applied.",
    remedy: "Wait until it has ended, then make a new review.",
  },
} as const satisfies ErrorTable;
