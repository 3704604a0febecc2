import { maxAttempts } from "../../provider/engine/lifecycle/attempts.ts";

/** The hook `onError`: whether to retry an operation after this number of failures. */
export type OnError = (failures: number) => boolean | Promise<boolean>;

/**
 * Calls an operation as the engine does with a hook `onError`. The engine saves the response to the last call only. After a partial
 * failure, it saves the resource without an id if the last call fails without a partial result or is the last attempt; the next
 * command panics on such a state (pulumi/pulumi, pkg/resource/deploy/retries.go and step.go).
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

/** The engine saved a resource without its id. */
export class UnreadableStateError extends Error {
  override name = "UnreadableStateError";
}
