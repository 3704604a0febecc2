import { CommanderError } from "commander";
import { CancelledError, InputError, isNotFound, PlatformError, SettingsError } from "../client/index.ts";
import { PulumiNotStartedError } from "../engine/backend/cli.ts";
import { OperationError } from "../engine/handler/errors.ts";
import { ReviewError } from "../review/model/errors.ts";

/** Exit codes of the command. They are a public interface, because scripts rely on them. */
export const exitCodes = {
  done: 0,
  /** The platform could not be reached, or responded with an error. */
  failed: 1,
  /** Invalid arguments or settings; nothing was sent. */
  usage: 2,
  /** The requested object does not exist. */
  notFound: 3,
  /** The condition of `--check` is met. */
  checked: 4,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export const exitCodesHelp = `
Exit codes: 0 success, 1 the platform failed or rejected a request, 2 invalid arguments or settings, 3 not found,
4 --check found something, 130 interrupted.

Set the platform in CLOUDPLATFORM_BASE_URL and CLOUDPLATFORM_API_KEY. CLOUDPLATFORM_PROJECT_ID,
CLOUDPLATFORM_REGION_ID and CLOUDPLATFORM_CLIENT_ID are defaults for --project-id, --region-id and the client.`;

/** The object that a command refers to does not exist. */
export class MissingError extends OperationError {}

/** An argument has an invalid format; nothing was sent. */
export class UsageError extends OperationError {}

/** What the user can correct before anything is sent or changed. */
const usageErrors = [InputError, SettingsError, UsageError, ReviewError, PulumiNotStartedError];

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (usageErrors.some((one) => error instanceof one)) return exitCodes.usage;
  if (error instanceof CancelledError) return exitCodes.interrupted;
  return error instanceof MissingError || isNotFound(error) ? exitCodes.notFound : exitCodes.failed;
}

/** The text for users. Has no stack trace if the message is complete. */
export function errorText(error: unknown): string {
  if (error instanceof PlatformError || error instanceof OperationError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
