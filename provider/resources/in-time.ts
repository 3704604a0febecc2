/** Time that a preview waits for a list: `check` runs one resource at a time, so the user waits for it. */
const budgetMs = 5_000;

/** The result of a preview's request; undefined after the time limit or a failure. */
export async function inTime<T>(request: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), budgetMs);
  });
  try {
    return await Promise.race([request, outOfTime]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    request.catch(() => undefined);
  }
}
