import { maxAttempts } from "../../provider/engine/lifecycle/attempts.ts";

/** The hook `onError`: whether an operation that has failed so often is called again. */
export type OnError = (failures: number) => boolean | Promise<boolean>;

/**
 * Calls an operation as the engine does for a hook `onError`. What is saved is the response to the last call: a resource that was
 * partial before, and whose last call says nothing of it or was the last one possible, is saved without an id, on which the next command
 * panics (pulumi/pulumi, pkg/resource/deploy/retries.go and step.go).
 */
export async function attempted<T>(
  operation: () => Promise<T>,
  { onError, isPartial }: { onError: OnError; isPartial: (error: unknown) => boolean },
): Promise<T> {
  let wasPartial = false;
  for (let failures = 1; ; failures++) {
    try {
      return await operation();
    } catch (cause) {
      const isLost = wasPartial && !isPartial(cause);
      wasPartial ||= isPartial(cause);
      if (failures >= maxAttempts && wasPartial)
        throw new UnreadableStateError("The last call was partial.", { cause });
      if (failures < maxAttempts && (await onError(failures))) continue;
      if (isLost) throw new UnreadableStateError("A call before was partial.", { cause });
      throw cause;
    }
  }
}

/** The engine has saved a resource without its id. */
export class UnreadableStateError extends Error {
  override name = "UnreadableStateError";
}
