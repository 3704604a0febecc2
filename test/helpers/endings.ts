/** Cleanup callbacks of a test file. `afterAll` cannot replace them: it is not allowed in a test, and files share loaded modules. */
const endings: (() => unknown)[] = [];

/** Calls a function when the tests of this file have ended. */
export function atEndOfFile(end: () => unknown): void {
  endings.push(end);
}

export async function endFile(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
