/** Reports progress on stderr, or as lines to `log`. */
export function createProgress(log?: (line: string) => void): {
  say(line: string): void;
  during<T>(describe: () => string, action: () => Promise<T>, share?: () => number | undefined): Promise<T>;
};
