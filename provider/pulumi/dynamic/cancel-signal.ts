const controller = new AbortController();

/** Aborted when the engine cancels. */
export const cancellation: AbortSignal = controller.signal;

/** Ends all operations of this process because the engine cancels. */
export function cancelOperations(): void {
  controller.abort();
}
