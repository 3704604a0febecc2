import { PlatformError } from "../client/index.ts";
import { codedText, type ErrorCode } from "../errors/index.ts";
import { OperationError, type Properties } from "./handler.ts";
import { UnreadableError } from "./reading.ts";

/** `Creating CDN rule template "images"`. */
export function operationText(verb: string, noun: string, name: string): string {
  return `${verb} ${noun} "${name}"`;
}

/** The error that the user reads: whole in one or two lines, without stack or cause. */
export function operationMessage(what: string, error: unknown): string {
  return codedText(operationDetail(what, error), errorCodeOf(error));
}

/** The same without the code of the error. */
export function operationDetail(what: string, error: unknown): string {
  if (error instanceof UnreadableError) return `${what} stopped: ${error.detail}.`;
  if (error instanceof OperationError) return error.detail;
  if (error instanceof PlatformError) return `${what} failed: ${error.detail}`;
  // Anything else is a defect of the provider: its stack is needed to fix it.
  const place = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${what} failed unexpectedly, which is a defect of the provider; please report it: ${place}`;
}

/** The family of an error. */
export function errorCodeOf(error: unknown): ErrorCode {
  return error instanceof OperationError || error instanceof PlatformError ? error.errorCode : "CP9001";
}

/** The id that the option `import` names, of a resource whose ids are numbers. */
export function parseNumericId(text: string, noun: string, example = 'a number such as "123"'): string {
  if (/^[1-9]\d*$/.test(text)) return text;
  throw new OperationError(
    `"${text}" is no id of ${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}; it is ${example}.`,
    "CP2101",
  );
}

/**
 * An error for the engine. The dynamic provider's process prints errors of some operations with their stack besides;
 * {@link quietStacks} keeps that off the screen.
 */
export class EngineError extends Error {
  constructor(message: string) {
    super(message);
    this.stack = "";
  }

  override toString(): string {
    return "";
  }
}

/** An error that keeps an unfinished resource in state with `initErrors`: the next `up` calls `update` on it. */
export class ResourceInitError extends EngineError {
  readonly id: string;
  readonly properties: Properties;
  /** The only part of it that the engine prints. */
  readonly reasons: string[];

  constructor(id: string, properties: Properties, message: string) {
    super(message);
    this.id = id;
    this.properties = properties;
    this.reasons = [message];
  }
}

/** Keeps the empty lines that an {@link EngineError} leaves off the screen: the engine prints its message already. */
export function quietStacks(): void {
  const original = console.error;
  console.error = (...words: unknown[]) => {
    if (words.length === 1 && words[0] === ": ") return;
    original(...words);
  };
}
