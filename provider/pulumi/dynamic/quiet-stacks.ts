import { EngineError } from "../../engine/lifecycle/errors.ts";

/**
 * Keeps the empty line that an {@link EngineError} leaves off the screen: the engine prints its message already. The SDK makes the error
 * text and prints it in one statement; what other providers in this process print is printed.
 */
export function quietStacks(): void {
  const original = console.error;
  console.error = (...words: unknown[]) => {
    const isOurs = EngineError.isBeingPrinted && words.length === 1 && words[0] === ": ";
    EngineError.isBeingPrinted = false;
    if (!isOurs) original(...words);
  };
}
