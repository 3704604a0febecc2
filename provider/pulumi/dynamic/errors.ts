import { EngineError, type PartialStateError } from "../../engine/lifecycle/errors.ts";
import type { Properties } from "../../values/properties.ts";

/** An error that keeps an unfinished resource in state with `initErrors`: the next `up` calls `update` on it. */
export class ResourceInitError extends EngineError {
  readonly id: string;
  readonly properties: Properties;
  /** The only part that the engine prints. */
  readonly reasons: string[];

  constructor({ made, message, errorCode }: PartialStateError, properties: Properties) {
    super(message, errorCode);
    this.id = made.id;
    this.properties = properties;
    this.reasons = [message];
  }
}

/**
 * Suppresses the empty line that remains of an {@link EngineError}, whose message the engine already prints. The SDK builds and
 * prints the error text in one statement, so the output of other providers in this process is unaffected.
 */
export function suppressEmptyErrorLine(): void {
  const original = console.error;
  console.error = (...words: unknown[]) => {
    const isOurs = EngineError.isBeingPrinted && words.length === 1 && words[0] === ": ";
    EngineError.isBeingPrinted = false;
    if (!isOurs) original(...words);
  };
}
