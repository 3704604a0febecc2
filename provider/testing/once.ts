/** Returns a function that computes its result on the first call. */
export function once<T extends object>(compute: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}
