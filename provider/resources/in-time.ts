/** Time that a preview waits for a list: `check` runs one resource at a time, so this is felt. */
const budgetMs = 5_000;

/** What a preview asks the platform for; undefined where it does not answer in time, or with an error. */
export async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), budgetMs);
  });
  try {
    return await Promise.race([work, outOfTime]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
