/** What ends with the tests of a file. A hook cannot be added inside a test, and modules are loaded once for several files. */
const endings: (() => unknown)[] = [];

/** Does something when the tests of this file have ended. */
export function atEndOfFile(end: () => unknown): void {
  endings.push(end);
}

export async function endFile(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
