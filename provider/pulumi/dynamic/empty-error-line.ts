import { EngineError } from "../../engine/lifecycle/errors.ts";

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
